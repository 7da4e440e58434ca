import { traitsOf } from '../../domain/leaf/jails.js';
import type { JailLook, LimitsLook } from '../../local/machine-probes.js';
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
  if (traitsOf(look.jail).holdsFiles || setting === 'process') return fine('jail', found, look.limits);
  return { ...trouble('jail', 'warn', found, mend ?? allow), notes: look.limits };
}

/** Nothing needs it; without it one runaway can take the machine down. */
export function judgeLimits({ says, unheld }: LimitsLook): Check {
  const { what, mend } = mendIn(says);
  if (unheld === null) return fine('limits', what);
  return trouble('limits', 'warn', what, mend ?? 'let the worker have a cgroup of its own that it may write to');
}
