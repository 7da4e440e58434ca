import type { Jail } from '../../ports/jail.js';
import { createBubblewrap, findBubblewrap } from './bubblewrap.js';
import { createProcessJail } from './process.js';

export interface JailWish {
  /** `auto`: the best there is. `required`: walls or nothing. */
  readonly setting: 'auto' | 'bubblewrap' | 'process' | 'required';
  /** The operator's home: keys and logins in it are hidden. */
  readonly home: string;
  /** PATH in which `bwrap` is looked for. */
  readonly searchPath: string;
  /** Instead of looking for it; null: there is none. */
  readonly bwrapPath?: string | null;
}

export type JailChoice =
  | { readonly kind: 'chosen'; readonly jail: Jail; readonly says: string }
  /** Fails closed: bail `jail-missing` with this reason. */
  | { readonly kind: 'missing'; readonly why: string };

export async function chooseJail(wish: JailWish): Promise<JailChoice> {
  const { setting, home, searchPath, bwrapPath = findBubblewrap(searchPath) } = wish;
  const bare = createProcessJail();
  if (setting === 'process') return { kind: 'chosen', jail: bare, says: 'jail: process, as configured' };
  const walled = createBubblewrap({ bwrapPath, home });
  const { available, why } = await walled.probe();
  if (available) return { kind: 'chosen', jail: walled, says: `jail: ${why}` };
  if (setting === 'auto') return { kind: 'chosen', jail: bare, says: `jail: process only, because ${why}` };
  return { kind: 'missing', why: `the setting "jail" is "${setting}", but ${why}` };
}
