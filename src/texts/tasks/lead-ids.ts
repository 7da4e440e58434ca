/** An id at a place of a text. */
export interface FoundId {
  readonly id: string;
  /** Index after it and what ends it. */
  readonly end: number;
  /** `Task 2`, `T3`: what also makes a heading a task (R-001-30). */
  readonly namesTask: boolean;
}

const keyword = /(task|item|step)(?:[ \t]+#?|[-_#])([A-Za-z0-9][A-Za-z0-9._-]{0,60})/iy;
/** `1.2`, `13.A.7`, `2.5a`, `A.1`; letters past g are units: `1.5s`. */
const dotted = /(?:\d{1,6}[a-g]?|[A-Z])(?:\.(?:\d{1,6}[a-g]?|[A-Z]{1,2}\d{0,6}))+(?:-(?:\d{1,6}|bis|ter))?/y;
const whole = /\d{1,6}[a-g]?/y;
const tasked = /T\d[A-Za-z0-9._-]{0,60}/y;
/** `B4`, `FR-001`: an id only before a colon or a dash. */
const lettered = /[A-Z]{1,3}-?\d{1,6}(?:[.-]\d{1,6})*[a-z]?/y;

/** What ends an id for sure: a colon, a dash between blanks, the end; a stop or a bracket when a blank follows. */
const ending = /[.):]?(?=\s|$|\*\*|__)/y;
const dash = /(?:\*\*|__)?[ \t]{1,9}[—–-]{1,3}(?=\s|$)|(?:\*\*|__)[—–-]/y;

/** Asked first, of every task: most words begin with no id. */
const mayBegin = /[A-Z0-9tis]/;

/** The id that begins at `at`, by the forms of issue 7; null when a careful reader would take it for a word. */
export function findId(text: string, at: number): FoundId | null {
  if (!mayBegin.test(text[at] ?? '')) return null;
  const named = match(keyword, text, at);
  if (named !== null) {
    const token = (named[2] ?? '').replace(/[._-]{1,61}$/, '');
    const end = at + named[0].length - ((named[2]?.length ?? 0) - token.length);
    const found = looksLikeId(token) ? finish(text, end, 'sure') : null;
    return found === null ? null : { id: token, end: found, namesTask: !/^step/i.test(named[0]) };
  }
  const forms = [
    { form: dotted, ends: 'any', namesTask: false },
    { form: tasked, ends: 'any', namesTask: true },
    { form: whole, ends: 'sure', namesTask: false },
    { form: lettered, ends: 'strict', namesTask: false },
  ] as const;
  for (const { form, ends, namesTask } of forms) {
    const found = match(form, text, at);
    if (found === null) continue;
    const id = found[0].replace(/[._-]{1,61}$/, '');
    const end = finish(text, at + id.length, ends);
    if (end !== null) return { id, end, namesTask };
  }
  return null;
}

/** `2`, `A`, `N-bis`; not the words of "Task list". */
function looksLikeId(token: string): boolean {
  return /\d/.test(token) || /^[A-Z]$/.test(token) || /^[A-Z][A-Za-z]?-[a-z]{2,8}$/.test(token);
}

/**
 * Index after what ends the id. `any`: a blank is enough. `sure`: punctuation, a dash, or the end, so that "3 retries"
 * is text. `strict`: a colon or a dash only.
 */
function finish(text: string, at: number, ends: 'any' | 'sure' | 'strict'): number | null {
  const mark = match(ending, text, at)?.[0] ?? null;
  const hasDash = match(dash, text, at) !== null;
  if (mark === null) return hasDash ? at : null;
  const isBoldEnd = /^(?:\*\*|__)/.test(text.slice(at + mark.length, at + mark.length + 2));
  const isEnd = at + mark.length >= text.length || isBoldEnd;
  const holds =
    ends === 'any' ||
    hasDash ||
    (ends === 'sure' ? mark !== '' || isEnd : mark === ':' || (isBoldEnd && text[at + 2] === ':'));
  return holds ? at + mark.length : null;
}

function match(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}
