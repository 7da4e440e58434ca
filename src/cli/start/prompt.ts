import type { Config } from '../../config.js';
import { nearest } from '../../domain/feedback.js';
import { EditPhase, Role } from '../../domain/leaf/roles.js';
import { stripControls } from '../../domain/sanitise.js';
import type { InspectWish } from '../../local/inspect.js';
import type { PromptWish } from '../../local/prompt-preview.js';
import { CliError, type Io } from '../io.js';

interface PromptFlags {
  readonly prompt?: string;
  readonly step?: string;
  readonly phase?: string;
}

/** Which prompt is wanted; null for none. @throws {CliError} 2 for a role or phase that there is not */
export function promptWish({ prompt, step, phase }: PromptFlags): PromptWish | null {
  if (prompt === undefined) {
    const alone = step !== undefined ? '--step' : phase !== undefined ? '--phase' : null;
    if (alone === null) return null;
    throw new CliError(
      2,
      `${alone} says which prompt is wanted; for example: --prompt verifier --step 2 --phase green`,
    );
  }
  const role = one('--prompt', prompt, Role.options);
  const at = phase === undefined ? (role === 'debugger' ? 'green' : 'red') : one('--phase', phase, EditPhase.options);
  if (role === 'domain-reviewer' && at === 'refactor')
    throw new CliError(
      2,
      'A domain reviewer looks at red and at green; for example: --prompt domain-reviewer --phase green',
    );
  if (role === 'debugger' && at !== 'green') throw new CliError(2, 'A debugger works in green; leave --phase out.');
  return { role, phase: at, step: step ?? null };
}

function one<T extends string>(flag: string, value: string, words: readonly T[]): T {
  const word = value.trim().toLowerCase().replaceAll(' ', '-');
  const found = words.find((option) => option === word);
  if (found !== undefined) return found;
  const meant = nearest(word, words) ?? words[0] ?? '';
  throw new CliError(2, `${flag} takes one of ${words.join(', ')}, got "${value}"; for example: ${flag} ${meant}`);
}

interface PromptDesk {
  readonly config: Config;
  readonly asked: InspectWish;
  readonly wish: PromptWish;
  readonly json: boolean;
}

/** The prompt to stdout, letter for letter where no terminal draws it; what a person should know of it to stderr. */
export async function showPrompt(io: Io, { config, asked, wish, json }: PromptDesk): Promise<void> {
  const { previewPrompt } = await import('../../local/prompt-preview.js');
  const preview = await previewPrompt(config, asked, wish).catch((error: unknown) => {
    throw new CliError(2, `There is no prompt to show: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (json) return io.json(preview);
  const { role, phase, step, agent, prompt, unknown, notes } = preview;
  const place = [phase, step === null ? null : `step ${step}`].filter((part) => part !== null).join(', ');
  io.say(`${role}${place === '' ? '' : ` (${place})`}, agent ${agent}`);
  if (unknown.length > 0) io.say(`marked, since only a run can know it: ${unknown.join('; ')}`);
  for (const note of notes) io.say(`note: ${note}`);
  const text = prompt.replace(/\n$/, '');
  io.data(process.stdout.isTTY ? stripControls(text) : text);
}
