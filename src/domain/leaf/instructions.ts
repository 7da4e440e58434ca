import { z } from 'zod';
import { instructionFiles } from '../files/agent-config.js';
import { capText } from '../sanitise.js';

/** A file in which a project tells coding agents how it is worked on: AGENTS.md, CLAUDE.md and their kin. */
export interface ProjectInstruction {
  /** With the other paths that hold the same text. */
  readonly paths: readonly string[];
  readonly text: string;
}

/** As config.json spells it. */
export const InstructionsRule = z.enum(['offer', 'ignore']);
export type InstructionsRule = z.infer<typeof InstructionsRule>;

/** Of all texts together, in characters; what is longer is cut, and says so. */
export const maxInstructionChars = 32 * 1024;
/** Files that are looked at. */
const mostFiles = 20;

/**
 * Which files of the base are offered: those at the top, and those in folders that hold one of the step's files. The
 * top first, so that a long text deep in the tree cuts nobody else's.
 */
export function instructionPaths(files: readonly string[], wanted: readonly string[]): readonly string[] {
  const folders = new Set(['', ...wanted.flatMap(foldersOf)]);
  const isPlain = (path: string): boolean => !/[\u0000-\u001f\u007f]/.test(path);
  return instructionFiles(files)
    .filter((path) => isPlain(path) && folders.has(placeOf(path)))
    .slice(0, mostFiles);
}

/** Cut to what a prompt has room for; a text that stands twice, as where one file copies the other, is offered once. */
export function boundedInstructions(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly ProjectInstruction[] {
  const byText = new Map<string, string[]>();
  for (const { path, text } of files) {
    if (text.trim() !== '') byText.set(text, [...(byText.get(text) ?? []), path]);
  }
  let room = maxInstructionChars;
  return [...byText].map(([text, paths]) => {
    const shown = capText(text, room);
    room = Math.max(0, room - text.length);
    return { paths, text: shown };
  });
}

/** The folder that a file speaks of: `.github/copilot-instructions.md` and what lies in `.clinerules/` speak of the one above. */
function placeOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  const own = parts.findIndex((part) => /^\.(?:github|clinerules)$/i.test(part));
  return (own < 0 ? parts : parts.slice(0, own)).join('/');
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
