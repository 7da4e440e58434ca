import type { FileChange } from '../../src/domain/files/file-policy.js';
import { refusalsOf } from '../../src/domain/files/file-policy.js';
import { setupProblem } from '../../src/domain/evidence/evidence-faults.js';
import { judgeBaseline } from '../../src/domain/evidence/judge-baseline.js';
import { judgeGreen } from '../../src/domain/evidence/judge-green.js';
import { failingIds } from '../../src/domain/evidence/report-facts.js';
import { judgeRed, redTestIds } from '../../src/domain/evidence/judge-red.js';
import type { TestRunner } from '../../src/ports/test-runner.js';
import type { GreenCase, GreenExpected, MatrixRow, RedCase, RedExpected } from './row.js';
import { openRow, treeOf, type OpenOptions, type Ran } from './run-row.js';

/** What a case showed, in the words of the table. */
export interface Seen {
  readonly seen: string;
  /** Why, for whoever mends it. */
  readonly reason: string;
  /** What the file policy says to a tree after RED. */
  readonly policy: 'allows' | 'refuses' | null;
}

/** A row whose base is clean and whose `assertion` case is red. */
export interface JudgedRow {
  readonly version: string;
  red(one: RedCase): Promise<Seen>;
  green(one: GreenCase): Promise<Seen>;
  /** Which of the red tests fail, and which others run, when the command is narrowed to the step's test file (F56). */
  narrowed(): Promise<{ readonly red: readonly string[]; readonly failing: readonly string[]; readonly said: string }>;
  close(): void;
}

/** @throws when the base is not clean: then no case proves anything */
export async function judgeRow(row: MatrixRow, options: OpenOptions): Promise<JudgedRow> {
  const open = await openRow(row, options);
  try {
    const base = await open.run({ files: {} });
    const baseline = judgeBaseline(base.report);
    if (baseline.kind !== 'clean' || base.report.tests.length === 0) {
      throw new Error(`the base of ${row.runner} is not clean: ${JSON.stringify(baseline)}\n${said(base)}`);
    }
    const asserted = row.red.find((one) => one.name === 'assertion');
    let red: Promise<Ran> | null = null;

    const assertion = async () => {
      if (asserted === undefined) throw new Error(`${row.runner} has no case "assertion"`);
      const before = await (red ??= open.run(asserted));
      const finding = redFinding(asserted, before);
      if (finding.kind !== 'red') throw new Error(`the case "assertion" is not red: ${finding.reason}`);
      return { files: asserted.files, before, ids: finding.testIds };
    };

    const redFinding = (one: RedCase, ran: Ran) =>
      judgeRed({
        ...{ report: ran.report, baseline: base.report, mayCreate: row.mayCreate, gear: 'review-before' },
        testFiles: changedTests(row, ran.runner, row.base, treeOf(row.base, one.files)),
      });

    return {
      version: open.version,
      close: open.close,
      async red(one) {
        const ran = await (one === asserted ? (red ??= open.run(one)) : open.run(one));
        const missing = setupProblem(ran.report);
        if (missing !== null) return { seen: 'bails: runner-missing', reason: missing, policy: null };
        const finding = redFinding(one, ran);
        const why = finding.kind === 'red' ? finding.summary : finding.reason;
        const reason = `${why}\n${JSON.stringify(ran.report, null, 1).slice(0, 6_000)}\n${said(ran)}`;
        return { seen: finding.kind === 'red' ? finding.class : `refused: ${finding.class}`, reason, policy: null };
      },
      async green(one) {
        const { files, before, ids } = await assertion();
        const ran = await open.run({ ...one, files: { ...files, ...one.files } });
        const policy = policyOf(row, before, ran);
        const finding = judgeGreen({
          report: ran.report,
          mustPass: [...new Set([...ids, ...redTestIds({ report: before.report, baseline: base.report })])],
          ...{ before: before.report, baseline: base.report, sameTests: false },
        });
        const missing = setupProblem(ran.report);
        const seen = finding.kind === 'green' ? 'green' : `not green: ${finding.class}`;
        const why = missing ?? (finding.kind === 'green' ? finding.summary : finding.reason);
        const reason = `${why}\n${JSON.stringify(ran.report, null, 1).slice(0, 6_000)}\n${said(ran)}`;
        return { seen: missing === null ? seen : 'bails: runner-missing', reason, policy };
      },
      async narrowed() {
        const { files, ids } = await assertion();
        const ran = await open.run({ files, only: [row.testFile] });
        return { red: ids, failing: failingIds(ran.report), said: said(ran) };
      },
    };
  } catch (error) {
    open.close();
    throw error;
  }
}

export function expectedRed(expect: RedExpected): string {
  if ('red' in expect) return expect.red;
  return 'refused' in expect ? `refused: ${expect.refused}` : `bails: ${expect.bails}`;
}

export function expectedGreen(expect: GreenExpected): string {
  return 'green' in expect ? 'green' : `not green: ${expect.notGreen}`;
}

/** What a green tree that nobody spoilt needs, and what a case asks for itself. */
export function expectedPolicy({ expect, policy }: GreenCase): 'allows' | 'refuses' | null {
  return policy ?? ('green' in expect ? 'allows' : null);
}

type Tree = Readonly<Record<string, string>>;

function changesOf(before: Tree, after: Tree): readonly FileChange[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.flatMap((path): readonly FileChange[] => {
    if (before[path] === after[path]) return [];
    const kind = before[path] === undefined ? 'added' : after[path] === undefined ? 'deleted' : 'modified';
    return [{ kind, path, mode: '100644' }];
  });
}

function changedTests(row: MatrixRow, runner: TestRunner, before: Tree, after: Tree): readonly string[] {
  const changed = changesOf(before, after).filter(({ kind }) => kind !== 'deleted');
  return changed.map(({ path }) => path).filter((path) => path === row.testFile || runner.isTestFile(path));
}

/** By the rules of GREEN, with the tests frozen that RED was judged on. */
function policyOf(row: MatrixRow, before: Ran, after: Ran): 'allows' | 'refuses' {
  const isTestFile = (path: string): boolean => after.runner.isTestFile(path);
  const frozen = changedTests(row, before.runner, row.base, before.tree);
  const changes = changesOf(before.tree, after.tree);
  const planFiles = [...row.mayCreate, ...frozen];
  return refusalsOf({ phase: 'green', changes, planFiles, isTestFile, frozen }).length === 0 ? 'allows' : 'refuses';
}

function said({ result }: Ran): string {
  const how = `${result.end}, exit code ${result.exitCode ?? 'none'} ${result.problem ?? ''}`;
  return `${how}\n${result.out.tail.slice(-3_000)}\n${result.err.tail.slice(-3_000)}`;
}
