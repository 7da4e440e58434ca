import { bootstrap } from './bootstrap.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run } from './lib/say.mjs';
import { join } from 'node:path';

/** Plays every kind of story on a real server and keeps its histories in test/replay/histories (CONTRIBUTING.md says when). */
await run(async () => {
  await bootstrap();
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim();
  return takeOver(
    process.execPath,
    [join(places.modules, 'jest', 'bin', 'jest.js'), '--runInBand', '--testMatch', '**/test/replay/record.ts'],
    { ...process.env, NODE_OPTIONS: options },
  );
});
