#!/usr/bin/env node
import { runProgram } from './cli/program.js';

// A reader that closed the pipe (`pawl list | head -1`) wants no more output; that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

process.exitCode = await runProgram(process.argv.slice(2), process);
