import { playFaults } from './support/play.js';
import { everyday } from './support/everyday.js';

// Those of the catalogue that `npm test` plays each time; `npm run faults` plays them all.
playFaults('faults of every day', 'process', everyday);
