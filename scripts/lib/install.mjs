import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { withLock } from './lock.mjs';
import { places } from './places.mjs';
import { warnWithoutPip } from './requirements.mjs';
import { SetUpError, step } from './say.mjs';

const lockfile = join(places.root, 'package-lock.json');
const stamp = join(places.modules, '.pawl-lock-hash');

/** Installs the locked dependencies when they are missing or belong to another lockfile. @throws {SetUpError} */
export async function installDependencies() {
  if (isCurrent()) return;
  await withLock(places.lock, 'installs the dependencies', async () => {
    if (isCurrent()) return;
    if (npmInstalledThese()) return writeStamp();
    await warnWithoutPip();
    await step('installing the locked dependencies (npm ci)', npmCi);
    writeStamp();
  });
}

/** The stamp is written last, so what a killed `npm ci` leaves never counts. */
function isCurrent() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();
}

function writeStamp() {
  mkdirSync(places.modules, { recursive: true });
  writeFileSync(`${stamp}.draft`, wanted());
  renameSync(`${stamp}.draft`, stamp);
}

/** Native parts belong to a platform, so a folder carried to another machine counts as stale. */
function wanted() {
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  return `${hash} ${process.platform} ${process.arch}\n`;
}

/**
 * Somebody ran `npm ci` or `npm install` by hand: npm writes down at its end what it installed. Only optional
 * packages may be absent, those of other platforms.
 */
function npmInstalledThese() {
  const own = join(places.modules, '.package-lock.json');
  if (!existsSync(own)) return false;
  try {
    const installed = JSON.parse(readFileSync(own, 'utf8')).packages;
    const { '': _root, ...locked } = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
    const isSame = (/** @type {string} */ path) => installed[path]?.integrity === locked[path]?.integrity;
    const needed = Object.keys(locked).filter((path) => !locked[path].optional && !locked[path].devOptional);
    const native = `@temporalio/core-bridge`;
    return [...needed, ...Object.keys(installed)].every(isSame) && existsSync(join(places.modules, native));
  } catch {
    return false;
  }
}

async function npmCi() {
  // `npm test` tells where npm itself lies; that one is there for sure and of the right version.
  const own = process.env.npm_execpath;
  const [command, first] = own?.endsWith('.js') === true ? [process.execPath, [own]] : ['npm', []];
  // Flags, because they win over what `npm --silent test` or NODE_ENV=production would hand down.
  const flags = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  const end = await capture(command, [...first, ...flags], { cwd: places.root });
  if (end.missing) throw new SetUpError('npm is missing; it comes with Node: https://nodejs.org');
  if (end.code === 0) return;
  throw new SetUpError(
    [
      'npm ci failed; its last words:',
      end.output.split('\n').slice(-30).join('\n'),
      'Without network, or behind a proxy: npm config get registry shows where it looks.',
    ].join('\n'),
  );
}
