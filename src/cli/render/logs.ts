import { stripControls } from '../../domain/sanitise.js';
import type { LeafLog } from '../../local/leaf-logs.js';
import type { Paint } from './colour.js';
import { plainLine, table } from './plain.js';

/** The leaves of a run, one a line. */
export function leafTable(leaves: readonly LeafLog[]): string {
  const head = ['STEP', 'PHASE', 'ROLE', 'TRY', 'OUTCOME', 'SIZE', 'LEAF'];
  return table([
    head,
    ...leaves.map((leaf) => [
      plainLine(leaf.step),
      plainLine(leaf.phase),
      plainLine(leaf.role),
      String(leaf.attempt),
      plainLine(leaf.outcome ?? (leaf.role === 'pawl' ? '-' : 'no end noted')),
      size(leaf.outBytes + leaf.errBytes),
      plainLine(leaf.label),
    ]),
  ]);
}

/** `812 B`, `12 KiB`, `3.4 MiB`. */
export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kib = bytes / 1_024;
  return kib < 1_024 ? `${Math.round(kib)} KiB` : `${(kib / 1_024).toFixed(1)} MiB`;
}

export function leafHead({ step, role, name, attempt, agent, label }: LeafLog, paint: Paint): string {
  const where = step === '-' ? '' : ` step ${step}`;
  const tries = attempt > 1 ? ` attempt ${attempt}` : '';
  const who = agent === null ? role : `${role}, ${agent}`;
  return `${paint.strong(plainLine(`── ${name}${where}${tries} (${who})`))} ${paint.faint(plainLine(label))}`;
}

export function leafFoot(leaf: LeafLog, paint: Paint): string | null {
  const cut = leaf.isCut ? 'the log is cut at 16 MiB' : null;
  const said = [leaf.outcome, cut].filter((one) => one !== null).join('; ');
  return said === '' ? null : paint.faint(plainLine(`── ${leaf.name}: ${said}`));
}

/** A line as it was written, but for what could draw on the terminal; very long ones are cut. */
export function rawLine(line: string): string {
  const plain = stripControls(line);
  return plain.length <= 10_000 ? plain : `${plain.slice(0, 10_000)}… (${plain.length - 10_000} more characters)`;
}
