#!/usr/bin/env node
import { existsSync } from 'node:fs';

const client = new URL('../dist/client.js', import.meta.url);

if (existsSync(client)) {
  await import(client.href);
} else {
  process.stderr.write('Pawl is not built yet. In its folder: npm run build\n');
  process.exitCode = 2;
}
