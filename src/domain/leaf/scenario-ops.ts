import { z } from 'zod';

const Path = z.string().min(1).max(4_096);
const Milliseconds = z.number().int().min(0).max(86_400_000);
const yes = z.literal(true);
const stream = z.enum(['out', 'err']).optional();

/** How a process that a leaf leaves behind is made. */
export const DaemonKind = z.enum([
  /** In a session of its own, deaf to TERM, holding standard output (F25, R05). */
  'session',
  /** A plain child in the background (R04). */
  'child',
  /** Forked twice, nothing in its environment, nothing open (F26). */
  'double-fork',
  /** Told to end, it prints a record in the place of the leaf. */
  'late-record',
]);

/** Forms of a leaf's own record that break the agreement, or only look so. */
export const OddReport = z.enum(['twice', 'split', 'cut', 'half-letter', 'large']);
export type OddReport = z.infer<typeof OddReport>;

const text = { text: z.string().optional(), lines: z.array(z.string()).optional() };
const oneText = (op: { readonly text?: string | undefined; readonly lines?: readonly string[] | undefined }): boolean =>
  (op.text === undefined) !== (op.lines === undefined);
const oneTextMessage = 'either "text" or "lines", one of them';

/**
 * What a scripted leaf can be told to do, by the key that names it: work, and every way to misbehave. Paths are
 * relative to its workspace. Each with an example, which the error messages show.
 */
export const opSchemas = {
  write: z.strictObject({ write: Path, ...text }).refine(oneText, oneTextMessage),
  append: z.strictObject({ append: Path, ...text }).refine(oneText, oneTextMessage),
  replace: z.strictObject({ replace: Path, from: z.string().min(1), to: z.string() }),
  delete: z.strictObject({ delete: Path }),
  chmod: z.strictObject({ chmod: Path, mode: z.string().regex(/^[0-7]{3,4}$/, 'an octal mode, such as "755"') }),
  symlink: z.strictObject({ symlink: Path, to: z.string().min(1) }),
  fifo: z.strictObject({ fifo: Path }),
  git: z.strictObject({ git: z.array(z.string()).min(1) }),
  say: z.strictObject({ say: z.string() }),
  sayBytes: z.strictObject({
    sayBytes: z.number().int().min(0).max(4_000_000_000),
    on: stream,
  }),
  sayRaw: z.strictObject({ sayRaw: z.base64(), on: stream }),
  sleepMs: z.strictObject({ sleepMs: Milliseconds }),
  report: z.strictObject({ report: yes }),
  reportOddly: z.strictObject({ reportOddly: OddReport }),
  hang: z.strictObject({ hang: yes }),
  hangIgnoringTerm: z.strictObject({ hangIgnoringTerm: yes }),
  chatter: z.strictObject({ chatter: yes }),
  daemon: z.strictObject({
    daemon: z.strictObject({ touchEveryMs: Milliseconds.min(10), path: Path, kind: DaemonKind.optional() }),
  }),
  signal: z.strictObject({
    signal: z.string().regex(/^SIG[A-Z0-9]+$/, 'the name of a signal, such as "SIGSEGV"'),
    to: z.enum(['self', 'parent']).optional(),
  }),
  closeOutput: z.strictObject({ closeOutput: yes }),
  removeHome: z.strictObject({ removeHome: yes }),
  removeWorkspace: z.strictObject({ removeWorkspace: yes }),
  socket: z.strictObject({ socket: Path }),
  sparse: z.strictObject({ sparse: Path, bytes: z.number().int().min(0).max(1e12) }),
  manyFiles: z.strictObject({ manyFiles: z.number().int().min(1).max(100_000), under: Path }),
  deepPath: z.strictObject({ deepPath: z.number().int().min(1).max(200) }),
  /** Bounded, all three: they are to be stopped by a limit, and harm nobody where there is none. */
  memoryMb: z.strictObject({ memoryMb: z.number().int().min(1).max(4_096) }),
  forkBomb: z.strictObject({ forkBomb: z.number().int().min(1).max(2_000) }),
  exit: z.strictObject({ exit: z.number().int().min(0).max(255) }),
  crash: z.strictObject({ crash: yes }),
  runTests: z.strictObject({ runTests: yes }),
  /** Bounded, because a disk has no end; 6 s unless told. */
  find: z.strictObject({ find: z.string().min(4), forMs: Milliseconds.optional() }),
  writeOutside: z.strictObject({ writeOutside: z.string().startsWith('/') }),
} as const;

export type OpName = keyof typeof opSchemas;

export const opExamples: Readonly<Record<OpName, string>> = {
  write: '{"write": "src/a.js", "lines": ["export const a = 1;"]}',
  append: '{"append": "src/a.js", "text": "// more\\n"}',
  replace: '{"replace": "src/a.js", "from": "a = 1", "to": "a = 2"}',
  delete: '{"delete": "src/a.js"}',
  chmod: '{"chmod": "bin/tool", "mode": "755"}',
  symlink: '{"symlink": "link", "to": "src/a.js"}',
  fifo: '{"fifo": "pipe"}',
  git: '{"git": ["commit", "--all", "--message", "mine"]}',
  say: '{"say": "text on standard output"}',
  sayBytes: '{"sayBytes": 1000000, "on": "err"}',
  sayRaw: '{"sayRaw": "AP8bWzMxbQ==", "on": "err"}',
  sleepMs: '{"sleepMs": 500}',
  report: '{"report": true}',
  reportOddly: '{"reportOddly": "split"}',
  hang: '{"hang": true}',
  hangIgnoringTerm: '{"hangIgnoringTerm": true}',
  chatter: '{"chatter": true}',
  daemon: '{"daemon": {"touchEveryMs": 200, "path": "ticks"}}',
  signal: '{"signal": "SIGSTOP"}',
  closeOutput: '{"closeOutput": true}',
  removeHome: '{"removeHome": true}',
  removeWorkspace: '{"removeWorkspace": true}',
  socket: '{"socket": "sock"}',
  sparse: '{"sparse": "huge.bin", "bytes": 4000000000}',
  manyFiles: '{"manyFiles": 10000, "under": "many"}',
  deepPath: '{"deepPath": 40}',
  memoryMb: '{"memoryMb": 512}',
  forkBomb: '{"forkBomb": 500}',
  exit: '{"exit": 1}',
  crash: '{"crash": true}',
  runTests: '{"runTests": true}',
  find: '{"find": "a phrase to look for everywhere"}',
  writeOutside: '{"writeOutside": "/etc/pawl-was-here"}',
};

export const Op = z.union([
  opSchemas.write,
  opSchemas.append,
  opSchemas.replace,
  opSchemas.delete,
  opSchemas.chmod,
  opSchemas.symlink,
  opSchemas.fifo,
  opSchemas.git,
  opSchemas.say,
  opSchemas.sayBytes,
  opSchemas.sayRaw,
  opSchemas.sleepMs,
  opSchemas.report,
  opSchemas.reportOddly,
  opSchemas.hang,
  opSchemas.hangIgnoringTerm,
  opSchemas.chatter,
  opSchemas.daemon,
  opSchemas.signal,
  opSchemas.closeOutput,
  opSchemas.removeHome,
  opSchemas.removeWorkspace,
  opSchemas.socket,
  opSchemas.sparse,
  opSchemas.manyFiles,
  opSchemas.deepPath,
  opSchemas.memoryMb,
  opSchemas.forkBomb,
  opSchemas.exit,
  opSchemas.crash,
  opSchemas.runTests,
  opSchemas.find,
  opSchemas.writeOutside,
]);
export type Op = z.infer<typeof Op>;

export function isOpName(name: string): name is OpName {
  return Object.hasOwn(opSchemas, name);
}
