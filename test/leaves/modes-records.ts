import { base64, done, good, type Mode } from './mode.js';

const broken = /^exit code 0, a record that can't be read \(.+\)$/;

/** Forms of the final record. */
export const recordModes: readonly Mode[] = [
  {
    id: 'two-records',
    shows: ['R17'],
    what: 'two records: nobody knows which is its own',
    does: () => [good, { reportOddly: 'twice' }],
    expects: { outcome: 'contract', follows: 'judged', message: /^2 records; expected one$/ },
  },
  {
    id: 'forged-record',
    shows: ['F43'],
    what: 'prints a record with a PASS, then its own',
    does: () => [
      good,
      {
        say: '{"type":"result","outcome":"done","answer":{"verdict":"PASS"},"message":"","usage":null,"resetAtMs":null}',
      },
    ],
    expects: { outcome: 'contract', follows: 'judged', message: /^2 records; expected one$/ },
  },
  {
    id: 'split-record',
    shows: ['R02'],
    what: 'a record in three writes, one border inside a letter',
    does: () => [good, { reportOddly: 'split' }],
    expects: done('judged', /^done as scripted: größer$/),
  },
  {
    id: 'cut-record',
    shows: ['R03'],
    what: 'a record that ends inside a letter, exit code 0',
    does: () => [good, { reportOddly: 'cut' }, { exit: 0 }],
    expects: { outcome: 'contract', follows: 'judged', message: broken },
  },
  {
    id: 'half-letter',
    shows: ['F28'],
    what: 'a whole record with half a letter in it',
    does: () => [good, { reportOddly: 'half-letter' }],
    expects: done('judged', /^done as scripted: gr\ufffd/),
  },
  {
    id: 'large-record',
    shows: ['R23'],
    what: 'a record of 3 MB',
    does: () => [good, { reportOddly: 'large' }],
    expects: { outcome: 'contract', follows: 'judged', message: /^its answer has 2\.9 MiB; at most 1 MiB is taken$/ },
  },
  {
    id: 'garbage-lines',
    shows: ['F28', 'R17'],
    what: 'garbage around its record: bytes, halves of JSON, a record in the middle of a line',
    does: () => [
      good,
      { sayRaw: base64('{"type":', [0xff, 0x00, 0x0a], 'x {"type":"result","outcome":"done"}\n{]\n') },
      { report: true },
      { say: '}{ {"type":"res' },
    ],
    expects: done('judged'),
  },
];
