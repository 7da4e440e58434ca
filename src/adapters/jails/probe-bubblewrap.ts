import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Jail, JailCommand } from '../../ports/jail.js';
import type { Walls } from '../../ports/program.js';

export const notInstalled =
  'bubblewrap is not installed; mend: apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora)';

/** Runs a real program in a real jail: only that tells whether namespaces may be made here. */
export async function probeBubblewrap(
  bwrapPath: string | null,
  wrap: Jail['wrap'],
): Promise<{ readonly available: boolean; readonly why: string }> {
  if (bwrapPath === null) return { available: false, why: notInstalled };
  const walls: Walls = { writable: [], readable: [], hidden: [], network: false };
  const command = wrap({ argv: ['true'], cwd: '/', env: { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' } }, walls);
  const { exitCode, errors } = await tryOut(command);
  if (exitCode === 0) return { available: true, why: `bubblewrap works (${bwrapPath})` };
  return { available: false, why: `bubblewrap is there but can't make a jail: ${errors}${namespaceAdvice()}` };
}

function namespaceAdvice(): string {
  const settings = [
    {
      path: '/proc/sys/kernel/unprivileged_userns_clone',
      bad: '0',
      mend: 'sysctl -w kernel.unprivileged_userns_clone=1',
    },
    { path: '/proc/sys/user/max_user_namespaces', bad: '0', mend: 'sysctl -w user.max_user_namespaces=15000' },
    {
      path: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
      bad: '1',
      mend: 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap',
    },
  ];
  const found = settings.filter(({ path, bad }) => existsSync(path) && readFileSync(path, 'utf8').trim() === bad);
  if (found.length > 0) return `; mend: ${found.map(({ mend }) => mend).join('; ')}`;
  return '; in a container, allow it to make user, PID and network namespaces';
}

/**
 * Descriptor 3 must be real: without one bubblewrap dies half way and leaves a child that waits for ever. Should
 * it do so for another reason, that child holds standard error, so its end is not waited for, and the group is ended.
 */
export function tryOut(
  command: JailCommand,
  limitMs = 10_000,
): Promise<{ readonly exitCode: number | null; readonly errors: string }> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command.argv;
    const child = spawn(program, args, {
      cwd: command.cwd,
      env: { ...command.env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    let errors = '';
    const done = (exitCode: number | null): void => {
      clearTimeout(timer);
      if (child.pid !== undefined) endGroup(child.pid);
      for (const stream of child.stdio) stream?.destroy();
      resolve({ exitCode, errors: errors.trim().slice(0, 500) });
    };
    child.stderr?.on('data', (text: Buffer) => {
      errors += text.toString('utf8');
    });
    child.once('error', (error) => {
      errors = error.message;
      done(null);
    });
    child.once('exit', (exitCode) => {
      // What it had to say is in the pipe already.
      setTimeout(done, 20, exitCode);
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
