import { z } from 'zod';
import { isStubScript } from '../evidence/stub-script.js';
import { parseShellLine } from './shell-line.js';

const Texts = z.record(z.string(), z.unknown()).catch({});
const PackageJson = z.looseObject({ scripts: Texts, dependencies: Texts, devDependencies: Texts });

/** The part of package.json that checks are found by; a field of another type counts as absent. */
export interface PackageFacts {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly scripts: Readonly<Record<string, unknown>>;
  /** Is it named among the dependencies? */
  has(name: string): boolean;
  readonly names: readonly string[];
}

export function readPackage(text: string | undefined): PackageFacts | null {
  const parsed = PackageJson.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const { scripts, dependencies, devDependencies } = parsed.data;
  const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  return { fields: parsed.data, scripts, names, has: (name) => names.includes(name) };
}

/** Null for what is no JSON. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

/** A script may name the next one (`npm run lint:js`), and two may name each other. */
const mostSteps = 5;

/**
 * The command that a script stands for at the base, its `pre` script in front; null without one, and for a stub that
 * only prints or ends. Taken apart here, so that nobody can change it by changing package.json later.
 */
export function scriptArgv(
  { scripts }: Pick<PackageFacts, 'scripts'>,
  name: string,
  steps = mostSteps,
): readonly string[] | null {
  const script = lineOf(scripts, name);
  if (script === null || isStubScript(script) || steps === 0) return null;
  const before = lineOf(scripts, `pre${name}`);
  const parsed = parseShellLine(before === null || isStubScript(before) ? script : `${before} && ${script}`);
  if (parsed.kind === 'refused') return null;
  const next = nextScript(parsed.argv);
  return next === null ? parsed.argv : scriptArgv({ scripts }, next, steps - 1);
}

function lineOf(scripts: Readonly<Record<string, unknown>>, name: string): string | null {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : null;
  return typeof script === 'string' && script.trim() !== '' ? script : null;
}

function nextScript([program, verb, ...rest]: readonly string[]): string | null {
  if (program === undefined || !/^(?:npm|pnpm|yarn)$/.test(program)) return null;
  if (verb !== 'run' && verb !== 'run-script') return null;
  const [name, ...more] = rest.filter((word) => word !== '--silent' && word !== '-s');
  return name !== undefined && more.length === 0 ? name : null;
}
