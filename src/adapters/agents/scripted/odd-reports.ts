import { setTimeout as sleep } from 'node:timers/promises';
import type { OddReport } from '../../../domain/leaf/scenario-ops.js';
import type { LeafRecord } from './leaf-task.js';
import { say } from './say.js';

const largeChars = 3_000_000;
const pauseMs = 20;

/** Prints a leaf's own record as a careless or a dying program would. Its message holds a letter of two bytes. */
export async function printOddly(how: OddReport, record: LeafRecord): Promise<void> {
  const line = Buffer.from(`\n${JSON.stringify({ ...record, message: `${record.message}: größer` })}\n`);
  const insideLetter = line.indexOf('ö') + 1;
  switch (how) {
    case 'twice':
      say(line);
      return say(line);
    case 'split':
      for (const [from, to] of [[0, 9] as const, [9, insideLetter] as const, [insideLetter, line.length] as const]) {
        say(line.subarray(from, to));
        await sleep(pauseMs);
      }
      return;
    case 'cut':
      return say(line.subarray(0, insideLetter));
    case 'half-letter':
      return say(Buffer.concat([line.subarray(0, insideLetter), line.subarray(insideLetter + 1)]));
    case 'large':
      return say(`\n${JSON.stringify({ ...record, answer: { note: 'x'.repeat(largeChars) } })}\n`);
  }
}
