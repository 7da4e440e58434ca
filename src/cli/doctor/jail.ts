import type { JailLook } from '../../local/machine-probes.js';
import { fine, trouble, type Check } from './check.js';
import { mendIn } from './mend-in.js';

/** @param setting as in config.json */
export function judgeJail(setting: string, look: JailLook): Check {
  const allow = 'allow bubblewrap to make namespaces';
  if (look.kind === 'missing') {
    const { what, mend } = mendIn(look.why);
    return trouble('jail', 'fail', what, `${mend ?? allow}; or "jail": "auto" in config.json, which needs no walls`);
  }
  const { what, mend } = mendIn(look.says.replace(/^jail: /, ''));
  const found = `${what} (setting: ${setting})`;
  if (look.jail === 'bubblewrap' || setting === 'process') return fine('jail', found, look.limits);
  return { ...trouble('jail', 'warn', found, mend ?? allow), notes: look.limits };
}
