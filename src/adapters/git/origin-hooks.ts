import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { OriginHooks } from '../../ports/repository.js';
import type { ConfigValues } from './config-text.js';
import { personHome, type GitOptions } from './git-environment.js';
import type { FoundPlace } from './origin-place.js';

/** The hooks by which a commit can be refused or changed. */
const names = ['pre-commit', 'commit-msg'];

/** Where git would look for hooks in this checkout, and what of it is no part of its files. Null when there is nothing. */
export async function originHooks(
  options: GitOptions,
  place: FoundPlace,
  settings: ConfigValues,
): Promise<OriginHooks | null> {
  const wish = settings.last('core.hookspath');
  const own = join(place.commonGitDir, 'hooks');
  const folder = wish === null ? own : resolve(place.top, wish.replace(/^~(?=\/|$)/, personHome(options)));
  const inside = place.bare || isBelow(place.commonGitDir, folder) ? null : inTree(place.top, folder);
  if (inside !== null) return { path: inside, untracked: [] };
  const shown = folder === own ? '.git/hooks' : folder;
  const untracked: string[] = [];
  for (const name of names) if (await isProgram(join(folder, name))) untracked.push(`${shown}/${name}`);
  return untracked.length === 0 ? null : { path: null, untracked };
}

function isBelow(top: string, path: string): boolean {
  return inTree(top, path) !== null || path === top;
}

/** Relative to the top; null for the top itself and for what lies outside. */
function inTree(top: string, path: string): string | null {
  const way = relative(top, path);
  return way === '' || way === '..' || way.startsWith('../') || isAbsolute(way) ? null : way;
}

async function isProgram(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts !== null && facts.isFile() && (facts.mode & 0o111) !== 0;
}
