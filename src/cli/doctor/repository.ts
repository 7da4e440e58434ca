import { signingText, type WantedSigning } from '../../domain/commit/signing.js';
import { plainLine } from '../render/plain.js';
import { fine, trouble, type Check } from './check.js';

/** What is known of the repository one is in. */
export interface RepositoryLook {
  readonly path: string;
  readonly bare: boolean;
  readonly remoteSlug: string | null;
  readonly headBranch: string | null;
  readonly hasCommits: boolean;
  readonly trackedChanges: readonly string[];
  readonly untracked: readonly string[];
  readonly author: { readonly name: string; readonly email: string } | null;
  readonly wantsSigning: boolean;
  /** How, by the settings there; left out when it is not wanted. */
  readonly signing?: WantedSigning;
  readonly unsupported: readonly string[];
}

/** @param look null: the folder lies in no repository */
export function judgeRepository(look: RepositoryLook | null): Check {
  const name = 'repository';
  if (look === null) return fine(name, 'this folder is in none; call pawl doctor in the one you work on to check it');
  const where = plainLine(look.path);
  if (look.unsupported.length > 0) {
    return trouble(
      name,
      'fail',
      `${where}: ${look.unsupported.map(plainLine).join('; ')}`,
      'work on another repository',
    );
  }
  if (!look.hasCommits) {
    return trouble(name, 'fail', `${where} has no commits to branch off`, 'git commit --allow-empty -m "Start"');
  }
  const branch = look.headBranch === null ? 'no branch' : `branch ${plainLine(look.headBranch)}`;
  const found = `${where}, ${look.remoteSlug ?? 'no remote'}, ${branch}`;
  const notes = look.untracked.length === 0 ? [] : [`not part of a run: untracked ${listed(look.untracked)}`];
  const problem = changesOf(look, found);
  return problem === null ? fine(name, found, notes) : { ...problem, notes };
}

function changesOf(look: RepositoryLook, found: string): Check | null {
  if (look.trackedChanges.length > 0) {
    const what = `${found}; not committed: ${listed(look.trackedChanges)}`;
    return trouble('repository', 'warn', what, 'commit or stash them, or: pawl run … --allow-dirty');
  }
  if (look.headBranch === null) return trouble('repository', 'warn', found, 'pawl run … --base <branch>');
  return null;
}

/** Whose commits a run would make there. Asked inside a repository only. */
export function judgeAuthor({ author, signing }: RepositoryLook): Check {
  if (author === null) {
    const mend = 'git config --global user.name "Ada" && git config --global user.email ada@example.org';
    return trouble('author', 'fail', 'git knows no user.name and user.email here', mend);
  }
  const found = plainLine(`${author.name} <${author.email}>`);
  if (signing === undefined) return fine('author', found);
  if (signing.kind === 'refused') return trouble('author', 'fail', `${found}; ${plainLine(signing.why)}`, null);
  const signed = `${found}; commits are signed (${plainLine(signingText(signing.how))})`;
  return fine('author', signed, ['whether the key signs without a terminal is tried at the start of each run']);
}

export interface TestsLook {
  /** From pawl.json; null when it names none. */
  readonly wanted: { readonly line: string; readonly isKnown: boolean | null } | null;
  readonly known: readonly string[];
  readonly found: readonly string[];
}

/** Which test command a run would take (R16). */
export function judgeTests({ wanted, known, found }: TestsLook): Check {
  const name = 'tests';
  const readable = `whose results Pawl can read (${known.join(', ')})`;
  if (wanted !== null) {
    const shown = plainLine(wanted.line);
    if (wanted.isKnown === true) return fine(name, `${shown} (from pawl.json)`);
    const what = wanted.isKnown === null ? 'no shell could read it' : `it belongs to no runner ${readable}`;
    return trouble(name, 'fail', `pawl.json names "${shown}": ${what}`, 'name another as "test" in pawl.json');
  }
  const [only, ...others] = found;
  const mend = '{"test":"node --test"} in pawl.json, or: pawl run … --test-command "node --test"';
  if (only === undefined) return trouble(name, 'warn', `found none ${readable}`, `name the command: ${mend}`);
  if (others.length === 0) return fine(name, `${plainLine(only)} (detected)`);
  const list = found.map((line) => `"${plainLine(line)}"`).join(', ');
  return trouble(name, 'warn', `several commands fit: ${list}`, `choose one: ${mend}`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(plainLine).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
