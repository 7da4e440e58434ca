import { proveIn } from './prove.js';

proveIn('process');
