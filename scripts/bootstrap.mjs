import { fileURLToPath } from 'node:url';
import { build } from './lib/build.mjs';
import { installDependencies } from './lib/install.mjs';
import { checkTools } from './lib/requirements.mjs';
import { run } from './lib/say.mjs';

/** From a fresh clone to something that runs: dependencies, then dist/. Does only what is missing or stale. */
export async function bootstrap() {
  await checkTools();
  await installDependencies();
  await build();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(bootstrap);
