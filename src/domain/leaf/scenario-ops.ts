import { z } from 'zod';

const Path = z.string().min(1).max(4_096);
const Milliseconds = z.number().int().min(0).max(86_400_000);
const yes = z.literal(true);

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
    on: z.enum(['out', 'err']).optional(),
  }),
  sleepMs: z.strictObject({ sleepMs: Milliseconds }),
  report: z.strictObject({ report: yes }),
  hang: z.strictObject({ hang: yes }),
  hangIgnoringTerm: z.strictObject({ hangIgnoringTerm: yes }),
  chatter: z.strictObject({ chatter: yes }),
  daemon: z.strictObject({ daemon: z.strictObject({ touchEveryMs: Milliseconds.min(10), path: Path }) }),
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
  sleepMs: '{"sleepMs": 500}',
  report: '{"report": true}',
  hang: '{"hang": true}',
  hangIgnoringTerm: '{"hangIgnoringTerm": true}',
  chatter: '{"chatter": true}',
  daemon: '{"daemon": {"touchEveryMs": 200, "path": "ticks"}}',
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
  opSchemas.sleepMs,
  opSchemas.report,
  opSchemas.hang,
  opSchemas.hangIgnoringTerm,
  opSchemas.chatter,
  opSchemas.daemon,
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
