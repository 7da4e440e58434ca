import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run } from './lib/say.mjs';

await run(async () => {
  await bootstrap();
  return takeOver(process.execPath, [join(places.root, 'bin', 'pawl.js'), 'demo', ...process.argv.slice(2)]);
});
