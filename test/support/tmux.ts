import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removal } from './removal.js';
import { until } from './rig.js';

const run = promisify(execFile);

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

/** A terminal that a program reads and types into, as a person would: a tmux server of its own. */
export interface Terminal {
  /** Opens another window with this shell line; what follows is about that one. */
  open(line: string): Promise<void>;
  /** Goes back to the first window. */
  back(): Promise<void>;
  /** Types a line and Enter. */
  type(line: string): Promise<void>;
  /** `C-c` and its kin. */
  key(name: string): Promise<void>;
  /** Waits until the text stands below what was waited for before; returns what lies between. */
  shows(text: string): Promise<string>;
  /** The whole pane with its colours. */
  coloured(): Promise<string>;
  close(): Promise<void>;
}

export interface TerminalWish {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function terminal({ line, cwd, env }: TerminalWish): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-tmux-'));
  const config = join(folder, 'tmux.conf');
  await writeFile(config, 'set -g history-limit 20000\nset -g remain-on-exit on\n');
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await run('tmux', ['-S', join(folder, 'socket'), '-f', config, ...args], { cwd, env })).stdout;
  await tmux('new-session', '-d', '-x', '80', '-y', '24', line);
  let window = 0;
  const seen = [0];
  const target = (): readonly string[] => ['-t', `:${window}`];
  const text = (): Promise<string> => tmux('capture-pane', '-p', '-J', '-S', '-', ...target());
  return {
    open: async (other) => {
      await tmux('new-window', other);
      window = seen.push(0) - 1;
    },
    back: () => {
      window = 0;
      return Promise.resolve();
    },
    type: async (typed) => {
      await tmux('send-keys', ...target(), '-l', typed);
      await tmux('send-keys', ...target(), 'Enter');
    },
    key: async (name) => void (await tmux('send-keys', ...target(), name)),
    shows: async (wanted) => {
      const from = seen[window] ?? 0;
      let found = '';
      const isThere = async (): Promise<boolean> => {
        const now = await text();
        const at = now.indexOf(wanted, from);
        if (at < 0) return false;
        found = now.slice(from, at + wanted.length);
        seen[window] = at + wanted.length;
        return true;
      };
      await until(isThere, 60_000, async () => `"${wanted}" in:\n${(await text()).slice(from)}`);
      return found;
    },
    coloured: () => tmux('capture-pane', '-p', '-e', '-J', '-S', '-', ...target()),
    close: async () => {
      await tmux('kill-server').catch(() => '');
      await rm(folder, removal);
    },
  };
}
