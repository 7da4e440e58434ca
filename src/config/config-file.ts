import { readFileSync, statSync } from 'node:fs';
import { nearest } from '../domain/feedback.js';
import { displayLine } from '../domain/sanitise.js';
import { hasCode, reasonOf } from '../domain/thrown.js';
import { ConfigFile, knownKeys, rule } from './config-schema.js';
import { configError } from './problem.js';

const maxBytes = 100_000;

/**
 * Reads config.json; an empty object when there is none.
 * @throws {ConfigError} for a file that is there and can't be used as it is.
 */
export function readConfigFile(path: string): { readonly file: ConfigFile; readonly openToOthers: boolean } {
  const { bytes, mode } = readWhole(path) ?? {};
  if (bytes === undefined || mode === undefined) return { file: {}, openToOthers: false };
  return { file: parseConfigFile(path, bytes), openToOthers: (mode & 0o077) !== 0 };
}

/** Null when there is no such file. */
function readWhole(path: string): { readonly bytes: Buffer; readonly mode: number } | null {
  let problem: string;
  try {
    const stat = statSync(path);
    if (stat.isFile() && stat.size <= maxBytes) return { bytes: readFileSync(path), mode: stat.mode };
    problem = stat.isFile() ? `it has ${stat.size} bytes` : 'it is no file';
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    problem = `it can't be read (${reasonOf(error)})`;
  }
  throw configError(path, { what: problem, ...rule([]), expected: `a readable file of at most ${maxBytes} bytes` });
}

function parseConfigFile(path: string, bytes: Buffer): ConfigFile {
  const json = parseJson(path, bytes);
  const parsed = ConfigFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = issue?.path.map(String) ?? [];
  const unknown = unknownKey(issue);
  if (unknown !== null) throw unknownKeyError(path, unknown.at, unknown.key);
  const what = at.length === 0 ? 'it is no JSON object' : `"${at.join('.')}" can't be used`;
  throw configError(path, { what, ...rule(at) });
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** The first key nobody knows; inside a union (`tls`) it hides one floor deeper. */
function unknownKey(issue: Issue | undefined): { readonly at: readonly string[]; readonly key: string } | null {
  if (issue === undefined) return null;
  const at = issue.path.map(String);
  const key = issue.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined;
  if (key !== undefined) return { at, key };
  for (const branch of issue.errors ?? []) {
    const inner = unknownKey(branch.find((one) => one.code === 'unrecognized_keys'));
    if (inner !== null) return { at: [...at, ...inner.at], key: inner.key };
  }
  return null;
}

function unknownKeyError(path: string, at: readonly string[], key: string): Error {
  const prefix = at.map((part) => `${part}.`).join('');
  const known = knownKeys(at);
  const near = nearest(key, known);
  const meant = near === null ? '' : `, perhaps "${prefix}${near}" was meant`;
  return configError(path, {
    what: `unknown key "${prefix}${displayLine(key, 60)}"${meant}`,
    expected: `one of ${known.join(', ')}`,
    example: rule(near === null ? at : [...at, near]).example,
  });
}

function parseJson(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const why = displayLine(reasonOf(error), 200);
    const position = /position (\d{1,9})/.exec(why)?.[1];
    const lines = bytes
      .toString('utf8')
      .slice(0, Number(position ?? 0))
      .split('\n').length;
    const place = position === undefined ? '' : `, line ${lines}`;
    const what = hasCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')
      ? 'it is not UTF-8'
      : `it is not JSON (${why}${place})`;
    throw configError(path, { what, expected: 'one JSON object without comments', example: rule([]).example });
  }
}
