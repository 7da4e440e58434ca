import { causeFailure } from '../contract/failures.js';
import type { CheckReport } from '../contract/activities.js';
import type { ToolCheck } from '../domain/checks/checks.js';
import { ToolSeen } from '../domain/checks/tool-seen.js';
import { toolCommand } from '../domain/checks/tool-command.js';
import { compareOutputs } from '../domain/checks/tool-messages.js';
import { showTestCommand } from '../domain/evidence/test-command.js';
import { inFolder, runCheck, type CheckJob } from './check-program.js';

export interface ToolReport {
  readonly ran: CheckReport['ran'];
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

const maxFailureChars = 4_000;

/**
 * One type-check or linter on a tree. What it said before the run began is nobody's fault: only what is new counts, and
 * where that can't be told the check is named as red before and does not block.
 * @throws `setup-failed` for a tool that is set up and not there, `tests-did-not-end` for one that never ends
 */
export async function checkByTool(
  job: CheckJob,
  check: ToolCheck,
  { tree, touched }: { readonly tree: string; readonly touched: readonly string[] },
): Promise<ToolReport> {
  const argv = toolCommand(check, touched);
  if (argv === null) return { ran: [], failures: [], notes: [] };
  const now = await seen(job, check, { tree, argv, isBase: false });
  const { kind, name } = check;
  const report = (ok: boolean, rest: Partial<ToolReport>): ToolReport => {
    return { failures: [], notes: [], ...rest, ran: [{ kind, name, ok, durationMs: now.durationMs }] };
  };
  if (now.passed) return report(true, {});
  const before = await seenBefore(job, check, touched);
  if (before === null || before.passed) {
    return report(false, { failures: [`${kind} by ${name} fails:\n${capped(now.output)}`] });
  }
  const found = compareOutputs({ text: now.output, whole: now.whole }, { text: before.output, whole: before.whole });
  switch (found.kind) {
    case 'new': {
      const words = capped(found.lines.join('\n'));
      const known = `${found.before} others were there before the run began`;
      return report(false, { failures: [`${kind} by ${name} fails anew (${known}):\n${words}`] });
    }
    case 'none-new':
      return report(true, {
        notes: [`${kind} by ${name}: red before the run began, and nothing new (${found.before} messages)`],
      });
    case 'cannot-tell': {
      const why = 'what is new in what it says can not be told';
      return report(true, { notes: [`${kind} by ${name}: red before the run began, so it does not count: ${why}`] });
    }
  }
}

/** The same at the run's base; null when it had nothing to look at there. */
async function seenBefore(job: CheckJob, check: ToolCheck, touched: readonly string[]): Promise<ToolSeen | null> {
  const { repository, facts } = job.run;
  const tree = await repository.treeOf(facts.base.sha);
  const there = new Set(check.touched === null ? [] : await repository.listFiles(tree));
  const argv = toolCommand(
    check,
    touched.filter((path) => there.has(path)),
  );
  return argv === null ? null : seen(job, check, { tree, argv, isBase: true });
}

interface Wanted {
  readonly tree: string;
  readonly argv: readonly string[];
  readonly isBase: boolean;
}

async function seen(job: CheckJob, check: ToolCheck, wanted: Wanted): Promise<ToolSeen> {
  const { tools, run, input } = job;
  const { tree, argv, isBase } = wanted;
  // A new execution measures anew: somebody may have mended this machine meanwhile.
  const execution = input.label.serial.replace(/-\d+$/, '');
  const { sha256: key } = await tools.artifacts.put(run.key, JSON.stringify([execution, argv, tree, input.store]));
  const known = tools.checkRecords.find(run.key, key);
  if (known !== null) return ToolSeen.parse(JSON.parse(await tools.artifacts.get(run.key, known)));
  const made = await measure(job, check, wanted);
  if (made.passed || isBase) {
    tools.checkRecords.keep(run.key, key, await tools.artifacts.put(run.key, JSON.stringify(made)));
  }
  return made;
}

async function measure(job: CheckJob, check: ToolCheck, { tree, argv }: Wanted): Promise<ToolSeen> {
  const { repository } = job.run;
  const lay = (folder: { readonly work: string }): Promise<void> => repository.exportTree(tree, folder.work);
  const run = await inFolder(job, { tree, name: check.kind, lay }, (place) =>
    runCheck(job, place, { argv, kind: 'tool' }),
  );
  const { end, exitCode, output, whole, durationMs, problem } = run;
  const shown = `${check.kind} by ${check.name} (${showTestCommand(argv).slice(0, 300)})`;
  if (end === 'timeout' || end === 'idle') {
    const how = end === 'timeout' ? 'within its time (--leaf-timeout)' : 'and went silent (--idle-timeout)';
    throw causeFailure('tests-did-not-end', `${shown} did not end ${how}:\n${output.slice(-2_000)}`);
  }
  if (end !== 'exited' || exitCode === 126 || exitCode === 127) {
    const why = problem ?? output.slice(-2_000).trim();
    throw causeFailure('setup-failed', `${shown} can't be run (exit code ${exitCode ?? '-'}): ${why}\n${mend(check)}`);
  }
  return { passed: exitCode === 0, output, whole, durationMs };
}

function mend({ kind }: ToolCheck): string {
  return `expected it among the dependencies that setup installs, or on the PATH of this worker; or name another command, or false for none, as "${kind}" in pawl.json`;
}

function capped(output: string): string {
  const text = output.trim();
  return text.length <= maxFailureChars ? text : `…${text.slice(-maxFailureChars)}`;
}
