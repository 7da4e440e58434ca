import type { JailSetting } from '../../domain/leaf/jails.js';
import type { SandboxSettings } from '../../domain/leaf/sandbox-settings.js';
import type { Jail } from '../../ports/jail.js';
import { createBubblewrap, findBubblewrap } from './bubblewrap.js';
import { createProcessJail } from './process.js';
import { createSandboxRuntime, findSandboxRuntime } from './sandbox-runtime.js';

export interface JailWish {
  /** `auto`: the best there is. `required`: walls or nothing. */
  readonly setting: JailSetting;
  /** The operator's home: keys and logins in it are hidden. */
  readonly home: string;
  /** PATH in which `bwrap` is looked for. */
  readonly searchPath: string;
  /** `bwrap`, instead of looking for it; null: there is none. */
  readonly bwrapPath?: string | null;
  /** Of the jail `sandbox-runtime`. */
  readonly sandboxRuntime?: SandboxSettings;
}

export type JailChoice =
  | { readonly kind: 'chosen'; readonly jail: Jail; readonly says: string }
  /** Fails closed: bail `jail-missing` with this reason. */
  | { readonly kind: 'missing'; readonly why: string };

export async function chooseJail(wish: JailWish): Promise<JailChoice> {
  const { setting, home, searchPath, bwrapPath = findBubblewrap(searchPath) } = wish;
  const bare = createProcessJail();
  if (setting === 'process') return { kind: 'chosen', jail: bare, says: 'jail: process, as configured' };
  if (setting === 'sandbox-runtime') return chooseSandboxRuntime(wish);
  const walled = createBubblewrap({ bwrapPath, home });
  const { available, why } = await walled.probe();
  if (available) return { kind: 'chosen', jail: walled, says: `jail: ${why}` };
  if (setting === 'auto') return { kind: 'chosen', jail: bare, says: `jail: process only, because ${why}` };
  return { kind: 'missing', why: `the setting "jail" is "${setting}", but ${why}` };
}

/** Only where it is asked for by name; it never gives way to another. */
async function chooseSandboxRuntime({ home, searchPath, sandboxRuntime = {} }: JailWish): Promise<JailChoice> {
  const { path = null, allowHosts = [] } = sandboxRuntime;
  const srtPath = path ?? findSandboxRuntime(searchPath);
  const jail = createSandboxRuntime({ srtPath, home, allowHosts, searchPath });
  const { available, why } = await jail.probe();
  if (available) return { kind: 'chosen', jail, says: `jail: ${why}, as configured` };
  return { kind: 'missing', why: `the setting "jail" is "sandbox-runtime", but ${why}` };
}
