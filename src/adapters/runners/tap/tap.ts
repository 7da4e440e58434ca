import { Parser } from 'tap-parser';
import { fieldsOf, numberOf, textOf } from '../fields.js';

export interface TapPoint {
  readonly kind: 'point';
  readonly ok: boolean;
  /** Null when the stream does not number its test points. */
  readonly number: number | null;
  readonly name: string;
  readonly skip: boolean;
  readonly todo: boolean;
  /** Comments up to the next line of another kind, each without its `# `. */
  readonly comments: readonly string[];
}

/** One line of a TAP stream that says something, in its order. */
export type TapEvent = TapPoint | { readonly kind: 'plain'; readonly text: string };

export interface TapStream {
  readonly events: readonly TapEvent[];
  /** How many test points the stream promises, or null. */
  readonly planned: number | null;
  /** Reason of a `Bail out!`, or null. */
  readonly bailout: string | null;
}

/** A whole TAP stream of one level, by a library that knows its versions; lines that are no TAP are kept. */
export function readTap(text: string): TapStream {
  const events: TapEvent[] = [];
  let comments: string[] | null = null;
  let planned: number | null = null;
  let bailout: string | null = null;
  for (const [kind, value] of Parser.parse(text)) {
    const fields = fieldsOf(value);
    switch (kind) {
      case 'assert': {
        comments = [];
        events.push({
          kind: 'point',
          ok: fields?.['ok'] === true,
          number: numberOf(fields?.['id']),
          name: textOf(fields?.['name']) ?? '',
          skip: isMarked(fields?.['skip']),
          todo: isMarked(fields?.['todo']),
          comments,
        });
        break;
      }
      case 'comment':
        comments?.push(lineOf(value).replace(/^#\s?/, ''));
        break;
      case 'extra':
        comments = null;
        events.push({ kind: 'plain', text: lineOf(value) });
        break;
      case 'plan':
        planned = numberOf(fields?.['end']);
        break;
      case 'bailout':
        bailout = lineOf(value);
        break;
    }
  }
  return { events, planned, bailout };
}

/** The parser gives `false`, `true` or the reason. */
function isMarked(value: unknown): boolean {
  return value !== false && value !== undefined && value !== null;
}

function lineOf(value: unknown): string {
  return (textOf(value) ?? '').replace(/\n$/, '');
}
