import { parseTestCommand } from '../../domain/evidence/test-command.js';
import { isStubScript } from '../../domain/evidence/stub-script.js';
import { fieldsOf, textOf } from './fields.js';

export type ReadFile = (path: string) => Promise<string | null>;

/** The test script of package.json: absent, one that tests nothing, or the command it stands for. */
export type TestScript =
  | { readonly kind: 'none' }
  | { readonly kind: 'stub' }
  | { readonly kind: 'command'; readonly argv: readonly string[] };

/**
 * The placeholder that package managers write, and scripts that only print and exit, are stubs and never chosen
 * (R16). A `pretest` script runs first, as npm would do.
 */
export async function testScript(read: ReadFile, name = 'test'): Promise<TestScript> {
  const text = await read('package.json');
  return scriptCommand(text === null ? null : scriptsOf(text), name, mostSteps);
}

/** A script may name the next one (`npm run test:unit`), and two may name each other. */
const mostSteps = 5;

function scriptCommand(scripts: ReturnType<typeof fieldsOf>, name: string, steps: number): TestScript {
  const script = textOf(scripts?.[name]);
  if (script === null || script.trim() === '') return { kind: 'none' };
  if (isStubScript(script)) return { kind: 'stub' };
  const before = textOf(scripts?.[`pre${name}`]);
  const line = before === null || isStubScript(before) ? script : `npm run --silent pre${name} && ${script}`;
  const parsed = parseTestCommand(line);
  if (parsed.kind === 'refused' || steps === 0) return { kind: 'none' };
  const next = scriptNameOf(parsed.argv);
  return next === null ? { kind: 'command', argv: parsed.argv } : scriptCommand(scripts, next, steps - 1);
}

function scriptsOf(text: string): ReturnType<typeof fieldsOf> {
  try {
    return fieldsOf(fieldsOf(JSON.parse(text.replace(/^\ufeff/, '')))?.['scripts']);
  } catch {
    return null;
  }
}

/** The script that `npm test` and its like would start; null for any other command. */
export function scriptNameOf(argv: readonly string[]): string | null {
  const [program, ...rest] = argv;
  if (program === undefined || !/^(?:npm|pnpm|yarn)$/.test(program)) return null;
  const words = rest.filter((word) => word !== '--silent' && word !== '-s');
  const [verb, name, ...more] = words;
  if (words.length === 1 && (verb === 'test' || verb === 't' || verb === 'tst')) return 'test';
  const isRun = verb === 'run' || verb === 'run-script';
  return isRun && name !== undefined && more.length === 0 ? name : null;
}

/** `npm test` as the command that its script stands for, when this runner accepts that. */
export async function expandScript(
  argv: readonly string[],
  read: ReadFile,
  accepts: (argv: readonly string[]) => boolean,
): Promise<readonly string[] | null> {
  const name = scriptNameOf(argv);
  const script = name === null ? null : await testScript(read, name);
  return script?.kind === 'command' && accepts(script.argv) ? script.argv : null;
}
