import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildScripts, type BuiltScripts } from '../adapters/process/support/built-scripts.js';
import { bwrapPath } from '../adapters/process/support/rig.js';
import { missing } from '../support/setup-rig.js';
import { expectedGreen, expectedPolicy, expectedRed, judgeRow, type JudgedRow } from './judge-row.js';
import { recordRow, type CaseRecord } from './record.js';
import { greenNames, redNames, type MatrixRow } from './row.js';

interface DescribeOptions {
  /** Only these cases. */
  readonly only?: readonly string[];
  /** Writes what was seen for `docs/runners.md`. */
  readonly record?: boolean;
}

const caseMs = 300_000;
const kind = bwrapPath === null || process.env['MATRIX_JAIL'] === 'process' ? 'process' : 'bubblewrap';

/** One test a case; a row whose programs are not there says so. */
export function describeRow(row: MatrixRow, { only, record = false }: DescribeOptions = {}): void {
  const wanted = (name: string): boolean => only === undefined || only.includes(name);
  describe(`runner matrix: ${row.runner}`, () => {
    const absent = missing(...row.needs);
    const seen: CaseRecord[] = [];
    const started = new Set<string>();
    const canNarrow = row.create().narrow !== undefined;
    let narrows = false;
    const problems: string[] = absent === null ? [] : [absent];
    let scripts: BuiltScripts | null = null;
    let judged: JudgedRow | null = null;
    const open = (): JudgedRow => {
      if (judged === null) throw new Error(`the row of ${row.runner} did not open`);
      return judged;
    };
    const note = (found: CaseRecord, reason: string): void => {
      seen.push(found);
      const told = { seen: found.seen, policy: found.policy };
      if (!found.ok) console.error(`${row.runner}, ${found.name}: ${reason}`);
      expect(told).toEqual({ seen: found.expected, policy: found.ok ? told.policy : found.expectedPolicy });
    };

    if (absent !== null) {
      test.skip(absent, () => undefined);
      // Hooks of skipped tests never run.
      if (record) recordRow({ row, jail: kind, version: null, seen, problems, narrows });
    } else {
      beforeAll(async () => {
        scripts = await buildScripts();
        judged = await judgeRow(row, { kind, guardPath: scripts.guardPath }).catch((error: unknown) => {
          problems.push(String(error).slice(0, 500));
          throw error;
        });
      }, 600_000);

      test('every case that a runner must show is there, or it is said why not', () => {
        expect(uncovered(row)).toEqual([]);
      });

      for (const one of row.red.filter(({ name }) => wanted(name))) {
        const expected = expectedRed(one.expect);
        test(
          `RED, ${one.name}: ${expected}`,
          async () => {
            started.add(one.name);
            const found = await open().red(one);
            const ok = found.seen === expected;
            note({ phase: 'red', name: one.name, expected, expectedPolicy: null, ...told(found), ok }, found.reason);
          },
          caseMs,
        );
      }

      for (const one of row.green.filter(({ name }) => wanted(name))) {
        const expected = expectedGreen(one.expect);
        const expectedBy = expectedPolicy(one);
        test(
          `GREEN, ${one.name}: ${expected}${expectedBy === 'refuses' ? ', refused by the file policy (R12)' : ''}`,
          async () => {
            started.add(one.name);
            const found = await open().green(one);
            const ok = found.seen === expected && (expectedBy === null || found.policy === expectedBy);
            note(
              { phase: 'green', name: one.name, expected, expectedPolicy: expectedBy, ...told(found), ok },
              found.reason,
            );
          },
          caseMs,
        );
      }

      (canNarrow && only === undefined ? test : test.skip)(
        'F56: narrowed to the test file of the step, the red test fails all the same',
        async () => {
          const { red, failing, said } = await open().narrowed();
          if (red.some((id) => !failing.includes(id))) console.error(said);
          expect(failing).toEqual(expect.arrayContaining([...red]));
          narrows = true;
        },
        caseMs,
      );
    }

    afterAll(async () => {
      judged?.close();
      await scripts?.remove();
      // A run of some cases only, by -t, says nothing of the row.
      const isWhole = problems.length > 0 || [...row.red, ...row.green].every(({ name }) => started.has(name));
      if (record && absent === null && isWhole)
        recordRow({ row, jail: kind, version: judged?.version ?? null, seen, problems, narrows });
    });
  });
}

function told({ seen, policy }: { readonly seen: string; readonly policy: CaseRecord['policy'] }) {
  return { seen, policy };
}

/** Names that have neither a case nor a reason; and reasons for what there is a case for. */
export function uncovered(row: MatrixRow): readonly string[] {
  const cases = new Set<string>([...row.red, ...row.green].map(({ name }) => name));
  return [...redNames, ...greenNames].filter((name) => cases.has(name) === (row.lacks?.[name] !== undefined));
}
