/** Where long work tells how far it is. A command's Io is one. */
export interface Progress {
  /** A line that stays. */
  say(text: string): void;
  /** A line that is redrawn at the bottom of a terminal; null takes it away. Nothing without a terminal. */
  live(line: string | null): void;
}

export const silent: Progress = { say: () => undefined, live: () => undefined };
