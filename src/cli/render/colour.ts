/** The few colours there are; without colour the same functions give the text back. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
}

const same = (text: string): string => text;
const wrap =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`;

const coloured: Paint = {
  good: wrap(32, 39),
  bad: wrap(31, 39),
  warn: wrap(33, 39),
  faint: wrap(2, 22),
  strong: wrap(1, 22),
};
const uncoloured: Paint = { good: same, bad: same, warn: same, faint: same, strong: same };

export function paint(colour: boolean): Paint {
  return colour ? coloured : uncoloured;
}
