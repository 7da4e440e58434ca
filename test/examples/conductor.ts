import { DeveloperAnswer } from '../../src/domain/leaf/developer-answer.js';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import { refusalsOf, type FileChange } from '../../src/domain/files/file-policy.js';
import { judgeGreen } from '../../src/domain/evidence/judge-green.js';
import { judgeRed } from '../../src/domain/evidence/judge-red.js';
import type { EditPhase } from '../../src/domain/leaf/roles.js';
import type { ScenarioLeaf } from '../../src/domain/leaf/scenario.js';
import { readVerdict } from '../../src/domain/review/verdict.js';
import { play, type Example, type Tree } from './example.js';

export interface Bench {
  readonly isTestFile: (path: string) => boolean;
  readonly runTests: (tree: Tree) => Promise<TestReport>;
}

interface Moment {
  readonly tree: Tree;
  readonly report: TestReport;
}

/**
 * Plays a scenario as a run would: each leaf by the ops of its line, each tree through the file policy, the
 * example's own tests and the rules of evidence. Gives the story, one line a leaf; refuses a line without a leaf.
 */
export async function conduct({ tree, scenario }: Example, bench: Bench): Promise<string[]> {
  // A line for any attempt is there for people who send a test back: nobody does here.
  const lines = new Map(scenario.leaves.filter((leaf) => leaf.attempt !== '*').map((leaf) => [keyOf(leaf), leaf]));
  const take = (role: string, phase: string, step: string, attempt: number): ScenarioLeaf => {
    const key = keyOf({ role, phase, step, attempt });
    const leaf = lines.get(key);
    if (leaf === undefined) throw new Error(`no line for ${key}`);
    lines.delete(key);
    return leaf;
  };
  const files = scenario.plan.files.map((file) => file.path);
  const story: string[] = [];
  let before: Moment = { tree, report: await bench.runTests(tree) };
  for (const { id: step } of scenario.plan.steps) {
    const start = before;
    let red: readonly string[] = [];
    for (const phase of ['red', 'green', 'refactor'] as const) {
      const base = before;
      for (let attempt = 1, verdicts = 0, from = base.tree; ; attempt += 1) {
        const leaf = take('developer', phase, step, attempt);
        const { status } = DeveloperAnswer.parse(leaf.answer);
        const at = `${step} ${phase} ${attempt}`;
        const played = play(from, leaf.do);
        if (played.kind === 'hangs') {
          story.push(`${at}: hangs`);
          continue;
        }
        if (status === 'nothing-to-do') {
          if (leaf.do.length > 0) throw new Error(`${at} says that there is nothing to do, and does something`);
          story.push(`${at}: nothing to do`);
          break;
        }
        const changes = changesBetween(base.tree, played.tree);
        const frozen = phase === 'green' ? Object.keys(base.tree).filter(bench.isTestFile) : [];
        const refusals = refusalsOf({ phase, changes, planFiles: files, isTestFile: bench.isTestFile, frozen });
        if (refusals.length > 0 || changes.length === 0) throw new Error([`${at} is refused:`, ...refusals].join('\n'));
        const report = await bench.runTests(played.tree);
        const finding = judge(phase, { report, base, start, red, changes, bench, files });
        if (finding.testIds !== null) red = finding.testIds;
        const verdict = readVerdict(take('verifier', phase, step, (verdicts += 1)).answer, 'tree');
        story.push(`${at}: ${finding.word}, ${verdict.word}`);
        from = played.tree;
        if (verdict.word !== 'PASS') continue;
        before = { tree: played.tree, report };
        break;
      }
    }
  }
  if (lines.size > 0) throw new Error(`lines that no leaf plays: ${[...lines.keys()].join('; ')}`);
  return story;
}

interface Judged {
  readonly report: TestReport;
  readonly base: Moment;
  readonly start: Moment;
  readonly red: readonly string[];
  readonly changes: readonly FileChange[];
  readonly bench: Bench;
  readonly files: readonly string[];
}

function judge(phase: EditPhase, { report, base, start, red, changes, bench, files }: Judged) {
  if (phase === 'red') {
    const testFiles = changes.map((change) => change.path);
    const mayCreate = files.filter((file) => !bench.isTestFile(file));
    const finding = judgeRed({ report, baseline: start.report, testFiles, mayCreate });
    if (finding.kind === 'refused') throw new Error(`not red: ${finding.class}: ${finding.reason}`);
    if (finding.testIds.length !== 1) throw new Error(`not one new failing test: ${finding.testIds.join(', ')}`);
    return { word: finding.class, testIds: finding.testIds };
  }
  const mustPass = phase === 'green' ? red : [];
  const facts = { report, mustPass, before: base.report, baseline: start.report, sameTests: phase === 'refactor' };
  const finding = judgeGreen(facts);
  if (finding.kind === 'not-green') throw new Error(`not green: ${finding.class}: ${finding.reason}`);
  return { word: finding.kind, testIds: null };
}

function keyOf(leaf: Pick<ScenarioLeaf, 'step'> & { role: string; phase: string; attempt: number | '*' }): string {
  return `${leaf.role} ${leaf.step} ${leaf.phase} ${leaf.attempt}`;
}

function changesBetween(before: Tree, after: Tree): readonly FileChange[] {
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  return changed.map((path) => ({ kind: path in before ? 'modified' : 'added', path, mode: '100644' }));
}
