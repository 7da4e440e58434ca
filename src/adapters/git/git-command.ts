import { Readable } from 'node:stream';
import { simpleGit, type SimpleGit } from 'simple-git';

/** One git command: fixed arguments, a whole environment, and all of its standard input at once. */
export interface GitCall {
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited (T4). */
  readonly env: Readonly<Record<string, string>>;
  /** An existing folder. */
  readonly cwd: string;
  readonly input?: string | Buffer;
  /** Stops reading (and thereby git) after this many bytes of output. */
  readonly maxBytes?: number;
}

export interface GitAnswer {
  /** Null when a signal ended git. */
  readonly code: number | null;
  readonly out: Buffer;
  readonly err: string;
  /** True when `maxBytes` cut the output. */
  readonly cut: boolean;
}

/** Git variables this adapter sets; simple-git drops or refuses every other one. */
const ourVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_GLOBAL',
  'GIT_ATTR_NOSYSTEM',
  'GIT_TERMINAL_PROMPT',
  'GIT_OPTIONAL_LOCKS',
  'GIT_ALLOW_PROTOCOL',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_NO_LAZY_FETCH',
  'GIT_AUTHOR_NAME',
  'GIT_AUTHOR_EMAIL',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_NAME',
  'GIT_COMMITTER_EMAIL',
  'GIT_COMMITTER_DATE',
] as const;

/** No command of ours is silent for so long, unless it hangs. */
const silenceMs = 600_000;

interface Taken {
  readonly code: number | null;
  readonly out: readonly Buffer[];
  readonly err: readonly Buffer[];
  readonly problem: Error | Buffer | undefined;
}

/**
 * Runs one git command through simple-git's `raw` and gives bytes, exit code and error text as they were.
 * simple-git alone decodes output as UTF-8 and takes a silent exit code 1, or an end by a signal, for
 * success; its `errors` hook hands over the raw facts, so that nobody has to read them from a message.
 */
export async function runGit(call: GitCall): Promise<GitAnswer> {
  let taken: Taken | undefined;
  let cut = false;
  const git = simpleGit({
    baseDir: call.cwd,
    allowEnvironment: ourVariables,
    // GIT_CONFIG_GLOBAL comes with one call only: reading the person's settings as data.
    unsafe: { allowUnsafeConfigPaths: call.env['GIT_CONFIG_GLOBAL'] !== undefined },
    // Always given, so that standard input is closed and never waited for.
    input: () => (call.input === undefined ? Buffer.alloc(0) : Buffer.from(call.input)),
    // The default takes what was read 50 ms after git's end for everything; a busy worker reads later than that.
    completion: { onClose: true, onExit: false },
    timeout: { block: silenceMs },
    errors: (problem, result) => {
      taken = { code: result.exitCode, out: result.stdOut, err: result.stdErr, problem };
      return undefined;
    },
  });
  watchOutput(git, call.maxBytes, () => (cut = true));
  await git.env({ ...call.env }).raw([...call.args]);
  if (taken === undefined) throw new Error('simple-git did not say how git ended');
  return answer(taken, call.maxBytes, cut);
}

function watchOutput(git: SimpleGit, maxBytes: number | undefined, onCut: () => void): void {
  git.outputHandler((_command, out, err) => {
    // simple-git waits 50 ms after a command that printed nothing. An empty chunk counts as print; it is
    // sent after simple-git has begun to listen. (GIT_TRACE2 does the same, but then errors hold its lines.)
    queueMicrotask(() => err.emit('data', Buffer.alloc(0)));
    if (maxBytes === undefined) return;
    let bytes = 0;
    out.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes || !(out instanceof Readable)) return;
      onCut();
      out.destroy();
    });
  });
}

function answer(taken: Taken, maxBytes: number | undefined, cut: boolean): GitAnswer {
  const out = Buffer.concat([...taken.out]);
  const said = Buffer.concat([...taken.err]).toString('utf8');
  // A problem of simple-git's own (a command silent for too long) is no Buffer of git's words.
  const words = Buffer.isBuffer(taken.problem) || taken.problem === undefined ? '' : taken.problem.message;
  const problem = said.includes(words) ? '' : words;
  return {
    code: taken.code,
    out: maxBytes === undefined ? out : out.subarray(0, maxBytes),
    err: [problem, said].filter((text) => text !== '').join('\n'),
    cut,
  };
}
