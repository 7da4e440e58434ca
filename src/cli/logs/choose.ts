import { nearest } from '../../domain/feedback.js';
import { Phase } from '../../domain/run/phase.js';
import { Role } from '../../domain/leaf/roles.js';
import type { LeafLog } from '../../local/leaf-logs.js';
import { CliError } from '../io.js';

/** Which leaves are shown; null for all. */
export interface LeafChoice {
  readonly step: string | null;
  readonly role: string | null;
  readonly phase: string | null;
}

const roles: readonly string[] = [...Role.options, 'pawl'];

/** @throws {CliError} 2 for a role or phase that there is not: nothing would ever fit it. */
export function leafChoice(flags: {
  readonly step?: string;
  readonly role?: string;
  readonly phase?: string;
}): LeafChoice {
  return {
    step: flags.step ?? null,
    role: known('--role', flags.role, roles),
    phase: known('--phase', flags.phase, Phase.options),
  };
}

function known(flag: string, value: string | undefined, words: readonly string[]): string | null {
  if (value === undefined) return null;
  const word = value.trim().toLowerCase().replaceAll(' ', '-');
  if (words.includes(word)) return word;
  const meant = nearest(word, words) ?? words[0] ?? '';
  throw new CliError(2, `${flag} takes one of ${words.join(', ')}, got "${value}"; for example: ${flag} ${meant}`);
}

/** Pawl's own runs of tests are shown when they are asked for: people look for what a leaf said. */
export function fits(choice: LeafChoice, leaf: LeafLog): boolean {
  const role = choice.role === null ? leaf.role !== 'pawl' : choice.role === leaf.role;
  return role && (choice.step ?? leaf.step) === leaf.step && (choice.phase ?? leaf.phase) === leaf.phase;
}

export function isListed(choice: LeafChoice, leaf: LeafLog): boolean {
  return fits(choice.role === null ? { ...choice, role: leaf.role } : choice, leaf);
}
