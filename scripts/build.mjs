import { bootstrap } from './bootstrap.mjs';
import { run } from './lib/say.mjs';

await run(bootstrap);
