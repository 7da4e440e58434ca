import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { bootstrap } from './bootstrap.mjs';
import { places } from './lib/places.mjs';
import { run, say } from './lib/say.mjs';

/** Writes docs/schema from the schemas that Pawl itself reads settings with; a test says when it is due. */
await run(async () => {
  await bootstrap();
  const { publishedSchemas } = await import(new URL('../dist/config/published-schemas.js', import.meta.url).href);
  const folder = join(places.root, 'docs', 'schema');
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(publishedSchemas())) {
    const file = join(folder, name);
    const options = await prettier.resolveConfig(file);
    writeFileSync(file, await prettier.format(JSON.stringify(schema), { ...options, filepath: file }));
    say(`docs/schema/${name}`);
  }
  return 0;
});
