import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a program in a folder, with this process's environment below `env`; gives its standard output, trimmed. */
export async function runIn(
  cwd: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const [program = '', ...args] = argv;
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024, timeout: 540_000 };
  const { stdout } = await run(program, args, options);
  return stdout.trim();
}
