/** The CLIs that the agent tests run, by the names of their agents. */
export const cliNames = ['claude', 'codex', 'gemini', 'opencode'] as const;
export type CliName = (typeof cliNames)[number];

/** What the model does with one question, in no vendor's words; each CLI's wiring says it in its provider's. */
export type Turn =
  /** The leaf's answer: a structured one where the CLI takes a schema, else its last message. */
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly say: string }
  /** Writes a file of the workspace, by the CLI's own tool for that. */
  | { readonly write: string; readonly text: string }
  | { readonly shell: string }
  /** Calls a tool for the web, which no leaf has. */
  | { readonly web: string }
  | { readonly refuse: Refusal }
  | { readonly silence: 'no-headers' | 'no-body' | 'pings' }
  | { readonly drop: 'at-once' | 'half-way' };

/** A status, or what has words of its own beside the status. */
export type Refusal = 400 | 401 | 402 | 403 | 404 | 413 | 429 | 500 | 503 | 529 | 'allowance' | 'allowance-until';

/** When the allowance of `allowance-until` comes back: seconds since the epoch, a whole minute. */
export const allowanceUntil = 1_999_999_980;

/** One question to the model. */
export interface Asked {
  readonly prompt: string;
  /** How many answers of the model the conversation already holds: 0 for the first question. */
  readonly round: number;
  /** Everything the model was told, as it came. */
  readonly body: string;
}

/** The turns of a whole conversation; the last repeats. */
export type Scene = (asked: Asked) => readonly Turn[];

export interface Stub {
  readonly url: string;
  /** Every question so far: what leaves were really told. */
  readonly asked: () => readonly Asked[];
  close(): Promise<void>;
}
