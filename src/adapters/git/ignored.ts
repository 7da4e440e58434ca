import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf, type BytePath } from './names.js';
import type { TreeEntry } from './tree-entries.js';
import type { Trusted } from './trusted.js';

/** Which of these paths (a folder ends with `/`) are ignored? */
export type Ignoring = (paths: readonly BytePath[]) => Promise<ReadonlySet<BytePath>>;

/**
 * The ignore rules of one tree alone: a leaf that edits `.gitignore`, or its own `info/exclude`, hides nothing.
 * git itself reads the rules, from a folder that holds nothing but that tree's `.gitignore` files.
 */
export function ignoreRulesOf(trusted: Trusted, base: readonly TreeEntry[], scratch: string): Ignoring {
  const rules = base.filter((entry) => /(^|\/)\.gitignore$/.test(entry.path) && entry.mode.startsWith('100'));
  const workTree = join(scratch, 'rules');
  // Laid when they are first asked for: most workspaces hold nothing new.
  let laid: Promise<void> | undefined;
  return async (paths) => {
    if (paths.length === 0 || rules.length === 0) return new Set();
    await (laid ??= layRules(trusted, rules, workTree));
    // `check-ignore` knows no literal pathspecs; with `./` before it no name is taken for magic.
    const input = Buffer.from(paths.map((path) => `./${path}\0`).join(''), 'latin1');
    const call = { workTree, input, index: join(scratch, 'no-index'), env: { GIT_LITERAL_PATHSPECS: '0' } };
    const answer = await trusted.must(['check-ignore', '--no-index', '-z', '--stdin'], { ...call, answers: [1] });
    const named = answer.toString('latin1').split('\0');
    return new Set(named.filter((path) => path !== '').map((path) => path.slice('./'.length)));
  };
}

async function layRules(trusted: Trusted, rules: readonly TreeEntry[], workTree: string): Promise<void> {
  await mkdir(workTree);
  const blobs = await trusted.must(['cat-file', '--batch'], { input: rules.map((rule) => `${rule.id}\n`).join('') });
  let at = 0;
  for (const rule of rules) {
    // `<id> blob <bytes>\n<content>\n`
    const head = blobs.toString('latin1', at, blobs.indexOf(0x0a, at));
    const start = at + head.length + 1;
    const end = start + Number(head.split(' ')[2]);
    const path = Buffer.concat([Buffer.from(`${workTree}/`), bytesOf(rule.path)]);
    await mkdir(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
    await writeFile(path, blobs.subarray(start, end));
    at = end + 1;
  }
}
