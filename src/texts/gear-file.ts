import {
  gearLimits,
  shownLine,
  shownOf,
  type GearFile,
  type GearFileSays,
  type GearMirror,
} from '../domain/steering/gear-file.js';
import { Gear, ShiftFrom } from '../domain/steering/gear.js';
import { displayLine } from '../domain/sanitise.js';
import { shortHash } from '../domain/short-hash.js';

/**
 * The gear file's text has this one owner (R-000-08, R-000-09). Its lines, in any order, with `#` comments between:
 *
 *     # Working state, untracked. Shift with: pawl gear
 *     gear: review-after
 *     scope: tasks 3-5
 *     driver: ralph
 *     shifted: 2026-09-13 — the shape is settled
 *     until: 2026-09-13T18:00:00Z
 *
 * Read strictly, since a slip that is overlooked disarms a gate: an unknown key may be a mistyped `scope`. A byte
 * order mark, CRLF and blanks around keys and values do no harm.
 */
export function renderGearFile({ shift, driver }: GearMirror): string {
  const { scope, because } = shownOf(shift);
  const who = shift.by === null ? '' : ` by ${shownLine(shift.by, 200)} (as claimed)`;
  const at = isoTime(shift.atMs);
  const claim = `shifted${who} at ${at}, ${howWords[shift.from]}`;
  const lines = [
    `gear: ${shift.gear}`,
    ...(scope === null ? [] : [`scope: ${scope}`]),
    ...(driver === null ? [] : [`driver: ${driver}`]),
    `shifted: ${at.slice(0, 10)}${because === '' ? '' : ` — ${because}`}`,
    ...(shift.untilMs === null ? [] : [`until: ${isoTime(shift.untilMs)}`]),
  ];
  const said = `${lines.join('\n')}\n`;
  const mark = shortHash(`${claim}\n${said}`);
  return `# Working state, untracked. Shift with: pawl gear\n# Written by Pawl: ${claim} [${mark}]\n${said}`;
}

const howWords: Readonly<Record<ShiftFrom, string>> = {
  message: 'by a message',
  start: 'when the run was started',
  file: 'with pawl gear',
  driver: 'by the driver of the run',
  automatic: 'by itself',
};

const marked =
  /^# Written by Pawl: shifted(?: by (.+) \(as claimed\))? at (\d{4}-\d\d-\d\dT[\d:.]+Z), ([a-z ]+) \[[a-z0-9]+\]$/;

/** Who made the shift that a file shows, as far as Pawl itself wrote the file and nobody changed it since. */
export interface GearAuthor {
  /** As claimed; null when nobody was named. */
  readonly by: string | null;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly from: ShiftFrom;
}

/**
 * Reads Pawl's own comment back. It is believed only while the text has the mark of what Pawl wrote: under a comment that
 * an editor left standing, the words are somebody else's. Against a slip, not against a forger: it is shown "as claimed".
 */
export function gearAuthor(text: string): GearAuthor | null {
  const comment = marked.exec(text.split('\n', 2)[1] ?? '');
  const says = parseGearFile(text, '');
  const from = ShiftFrom.options.find((one) => howWords[one] === comment?.[3]);
  if (comment === null || says.kind === 'fault' || from === undefined) return null;
  const author = { by: comment[1] ?? null, atMs: Date.parse(comment[2] ?? ''), from };
  if (!Number.isFinite(author.atMs)) return null;
  const { gear, because, scope, untilMs, driver } = says.file;
  const shift = { gear, because, scope, untilMs, ...author, fault: null };
  return renderGearFile({ shift, driver }) === text ? author : null;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * What a gear file says, whatever its text.
 * @param path as people know it, for the words of a fault
 */
export function parseGearFile(text: string, path: string): GearFileSays {
  try {
    return { kind: 'gear', file: readFile(text) };
  } catch (error) {
    if (!(error instanceof GearFault)) throw error;
    return { kind: 'fault', fault: error.fault, why: `${path}${error.message}; until it is mended: review-before` };
  }
}

/** Never leaves this file. */
class GearFault extends Error {
  override readonly name = 'GearFault';
  readonly fault: 'unparseable' | 'unknown-gear';
  constructor(fault: GearFault['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

interface Field {
  readonly line: number;
  readonly value: string;
}

const expected = {
  gear: ['"gear: review-before" or "gear: review-after"', 'gear: review-after'],
  scope: [`steps of the plan, at most ${gearLimits.scopeChars} characters`, 'scope: tasks 3-5'],
  driver: ['"driver: implement" or "driver: ralph"', 'driver: implement'],
  shifted: ['a date and a reason', 'shifted: 2026-09-13 — the shape is settled'],
  until: ['a time with its zone', 'until: 2026-09-13T18:00:00Z'],
} as const;
type Key = keyof typeof expected;
type Fields = Partial<Record<Key, Field>>;

function readFile(text: string): GearFile {
  const fields = readFields(text);
  const gear = Gear.safeParse(need(fields, 'gear').value);
  if (!gear.success) throw wrong(fields, 'gear', 'unknown-gear');
  const { date, because } = readShifted(fields, gear.data);
  return {
    gear: gear.data,
    scope: readScope(fields),
    driver: readDriver(fields),
    date,
    because,
    untilMs: readUntil(fields),
  };
}

function readFields(text: string): Fields {
  const fields: Fields = {};
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .forEach((content, index) => {
      const line = content.trim();
      if (line === '' || line.startsWith('#')) return;
      const colon = line.indexOf(':');
      const key = line.slice(0, Math.max(0, colon)).trim();
      if (!isKey(key)) {
        const keys = Object.keys(expected).join(', ');
        throw new GearFault('unparseable', place(index + 1, line, `one of ${keys} before a ":"`, expected.gear[1]));
      }
      if (fields[key] !== undefined) {
        throw new GearFault('unparseable', place(index + 1, line, `one line "${key}:"`, expected[key][1]));
      }
      fields[key] = { line: index + 1, value: line.slice(colon + 1).trim() };
    });
  return fields;
}

function isKey(key: string): key is Key {
  return Object.hasOwn(expected, key);
}

function readScope(fields: Fields): string | null {
  const { scope } = fields;
  if (scope === undefined) return null;
  if (scope.value === '' || isLonger(scope.value, gearLimits.scopeChars)) throw wrong(fields, 'scope');
  return scope.value;
}

function readDriver(fields: Fields): GearFile['driver'] {
  const { driver } = fields;
  if (driver === undefined) return null;
  if (driver.value === 'implement' || driver.value === 'ralph') return driver.value;
  throw wrong(fields, 'driver');
}

const shiftedShape =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?(?:\s+(?:—|–|--?)(?=\s|$)|(?=\s|$))/;

/** A shift back may go without a reason (R-000-33); one to review-after may not (R-000-32). */
function readShifted(fields: Fields, gear: Gear): Pick<GearFile, 'date' | 'because'> {
  if (fields.shifted === undefined && gear === 'review-before') return { date: null, because: '' };
  const { value } = need(fields, 'shifted');
  const start = shiftedShape.exec(value);
  const because = start === null ? '' : value.slice(start[0].length).trim();
  const lacks = because === '' && gear === 'review-after';
  if (start === null || lacks || isLonger(because, gearLimits.becauseChars)) throw wrong(fields, 'shifted');
  return { date: start[1] ?? null, because };
}

const timeShape = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)$/;

function readUntil(fields: Fields): number | null {
  const { until } = fields;
  if (until === undefined) return null;
  const iso = until.value.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = timeShape.test(until.value) ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(ms)) throw wrong(fields, 'until');
  return ms;
}

function isLonger(text: string, chars: number): boolean {
  return text.length > chars && Array.from(text).length > chars;
}

function need(fields: Fields, key: Key): Field {
  const field = fields[key];
  if (field !== undefined) return field;
  const [what, example] = expected[key];
  throw new GearFault('unparseable', ` has no line "${key}:"; expected ${what}, for example: ${example}`);
}

function wrong(fields: Fields, key: Key, fault: GearFault['fault'] = 'unparseable'): GearFault {
  const [what, example] = expected[key];
  const { line, value } = fields[key] ?? { line: 0, value: '' };
  return new GearFault(fault, place(line, `${key}: ${value}`, what, example));
}

function place(line: number, found: string, what: string, example: string): string {
  return `, line ${line}: found "${displayLine(found, 80)}"; expected ${what}, for example: ${example}`;
}
