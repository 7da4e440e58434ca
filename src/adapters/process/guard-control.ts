import { writeSync } from 'node:fs';
import type { EndedBy, GuardLook, GuardSpec } from './guard-protocol.js';

export type EndRequest = Exclude<EndedBy, 'itself'>;

/** The guard's end of the line to its worker. */
export interface GuardControl {
  /** Null when the worker was gone before it had said what to run. */
  readonly spec: Promise<GuardSpec | null>;
  readonly endAsked: Promise<EndRequest>;
  /** Answers each `look` from now on, and once at once: the program is started. */
  answerLooks(look: () => GuardLook): void;
}

/** A closed input means that the worker is gone: the kernel closes it for a killed worker too. */
export function openControl(input: NodeJS.ReadStream): GuardControl {
  let takeSpec: (spec: GuardSpec | null) => void = () => undefined;
  let askEnd: (by: EndRequest) => void = () => undefined;
  let look: (() => GuardLook) | null = null;
  let waitingForSpec = true;
  let rest = '';
  const spec = new Promise<GuardSpec | null>((resolve) => {
    takeSpec = resolve;
  });
  const endAsked = new Promise<EndRequest>((resolve) => {
    askEnd = resolve;
  });
  const onLine = (line: string): void => {
    if (waitingForSpec) {
      waitingForSpec = false;
      takeSpec(parseSpec(line));
    } else if (line === 'end') {
      askEnd('request');
    } else if (line === 'look' && look !== null) {
      say(look());
    }
  };
  input.setEncoding('utf8');
  input.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  for (const event of ['end', 'close', 'error']) {
    input.on(event, () => {
      takeSpec(null);
      askEnd('worker-gone');
    });
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      askEnd('signal');
    });
  }
  return {
    spec,
    endAsked,
    answerLooks: (answer) => {
      look = answer;
      say(answer());
    },
  };
}

/** The other end is our own worker, of the same build: one look at the shape is enough. */
function parseSpec(line: string): GuardSpec {
  const spec: unknown = JSON.parse(line);
  if (!isSpec(spec)) throw new Error('not the spec of a program');
  return spec;
}

function isSpec(value: unknown): value is GuardSpec {
  return typeof value === 'object' && value !== null && 'argv' in value && 'logFolder' in value;
}

function say(look: GuardLook): void {
  try {
    writeSync(1, `${JSON.stringify(look)}\n`);
  } catch {
    // Nobody listens any more; the closed input says so too.
  }
}
