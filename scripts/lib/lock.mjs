import { createHash, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

// The same lock as src/embedded/lock.ts, without what can't be had before the first `npm ci`.

/**
 * One process at a time; the lock of a process that is gone is taken over.
 * @template T
 * @param {string} path
 * @param {string} purpose told to those who wait
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function withLock(path, purpose, act) {
  mkdirSync(dirname(path), { recursive: true });
  const nonce = randomBytes(6).toString('hex');
  let told = false;
  for (;;) {
    const text = read(path);
    if (text === null) {
      if (claim(path, { pid: process.pid, started: startOf(process.pid), nonce, purpose })) break;
      continue;
    }
    const holder = parse(text);
    if (holder === null || startOf(holder.pid) !== holder.started) {
      await removeLeft(path, text);
      // It may have died before its draft was gone.
      if (holder !== null) rmSync(`${path}.${holder.nonce}.draft`, { force: true });
      continue;
    }
    if (!told) say(`waiting: process ${holder.pid} ${holder.purpose}`);
    told = true;
    await sleep(100);
  }
  try {
    return await act();
  } finally {
    if (parse(read(path) ?? '')?.nonce === nonce) rmSync(path, { force: true });
  }
}

/** The slower of two who find the same dead lock must not remove the quicker one's new lock. */
async function removeLeft(/** @type {string} */ path, /** @type {string} */ text) {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12);
  await withLock(`${path}.${name}`, 'takes over a lock', async () => {
    if (read(path) === text) rmSync(path, { force: true });
  });
}

/** A link is made or not, in one step and with its whole content. */
function claim(/** @type {string} */ path, /** @type {{ nonce: string }} */ holder) {
  const draft = `${path}.${holder.nonce}.draft`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(/** @type {string} */ path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parse(/** @type {string} */ text) {
  try {
    const { pid, started, nonce, purpose } = JSON.parse(text);
    return Number.isInteger(pid) ? { pid, started, nonce, purpose } : null;
  } catch {
    return null;
  }
}

/** Boot and clock ticks of a living process, so that a reused pid is not taken for it; null when there is none. */
function startOf(/** @type {number} */ pid) {
  if (process.platform !== 'linux') return isThere(pid) ? 'there' : null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z'
      ? null
      : `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}

function isThere(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
