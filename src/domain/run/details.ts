import { showDuration } from '../steering/duration.js';
import { budgetCommand, spentLine } from './budget-words.js';
import { budgetOf } from './purse.js';
import type { RunState } from './run-state.js';
import { approveCommand } from '../steering/steer-gate.js';

/** Markdown takes these as markup; a title is data and shows letter for letter (R28). */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, (mark) => `\\${mark}`);
}

/** Letter for letter, whatever it holds: the UI makes one dash of two, for one. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** The run as Markdown for the Web UI's current details: readable without logs (design 7). */
export function detailsText(state: RunState): string {
  const lines = [
    `**${state.state}** in phase **${state.phase}**, ${state.done} of ${state.total} steps done`,
    '',
    `- Source: ${code(state.sourceFile)}${state.facts === null ? '' : ` (${plain(state.facts.title)})`}`,
  ];
  if (state.step !== null) lines.push(`- Step ${plain(state.step.id)}: ${plain(state.step.title)}`);
  lines.push(`- Gear: ${state.gear.gear} (${plain(state.gear.why)})`);
  if (state.facts !== null) {
    const scripted = state.facts.agent.scripted ? ' (scripted: no model is asked)' : '';
    lines.push(`- Branch: ${code(state.facts.branch)}`);
    lines.push(`- Agent: ${plain(state.facts.agent.name)}${scripted}; jail: ${state.facts.jail.kind}`);
  }
  if (state.stop !== null) lines.push(`- Stop asked for: ${state.stop.mode}`);
  if (state.wait !== null)
    lines.push(
      `- Waits ${plain(state.wait.why)}, for at most ${showDuration(state.wait.untilMs - state.wait.sinceMs)}`,
    );
  const more = budgetCommand(state);
  if (more !== null) lines.push(`- More budget: ${code(more)}`);
  lines.push(`- Spent: ${spentLine(state.spent, budgetOf(state, 'run'))}`);
  if (state.cause !== null) lines.push(`- Cause: **${state.cause}**`);
  if (state.gate !== null) {
    lines.push(`- A person reviews the test: ${code(approveCommand(state))}`);
  }
  if (state.window.length > 0) lines.push('', ...ledgerLines(state));
  if (state.lastLine !== null) lines.push('', `Last: ${plain(state.lastLine)}`);
  return lines.join('\n');
}

function ledgerLines(state: RunState): string[] {
  const more = (count: number, where: string): string[] => (count > 0 ? [`- … ${count} ${where}`] : []);
  return [
    ...more(state.windowBefore, 'before'),
    ...state.window.map((step) => `- [${step.done ? 'x' : ' '}] ${plain(step.id)}. ${plain(step.title)}`),
    ...more(state.windowAfter, 'after'),
  ];
}
