import type { Check, Level } from '../doctor/check.js';
import type { Paint } from './colour.js';

/** One block for each check, and the sum below; nothing is wider than `columns`, but for words that are. */
export function doctorText(checks: readonly Check[], paint: Paint, columns = 80): string {
  const nameWidth = Math.max(...checks.map((check) => check.name.length));
  const margin = ' '.repeat(levelWidth + nameWidth + 2);
  const room = Math.max(20, columns - margin.length);
  const block = ({ name, level, found, fix, notes }: Check): string => {
    const [first = '', ...rest] = wrapped(found, room);
    return [
      `${paintOf(level, paint)(level.padEnd(levelWidth))}${name.padEnd(nameWidth)}  ${first}`,
      ...rest.map((line) => margin + line),
      ...(fix === null ? [] : wrapped(`fix: ${fix}`, room).map((line) => margin + paint.strong(line))),
      ...notes.flatMap((note) => item(note, room)).map((line) => margin + paint.faint(line)),
    ].join('\n');
  };
  return [...checks.map(block), '', sum(checks)].map((line) => line.trimEnd()).join('\n');
}

const levelWidth = 6;

function item(text: string, room: number): readonly string[] {
  return wrapped(text, room - 2).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`);
}

function paintOf(level: Level, paint: Paint): (text: string) => string {
  switch (level) {
    case 'ok':
      return paint.good;
    case 'warn':
      return paint.warn;
    case 'fail':
      return paint.bad;
  }
}

function sum(checks: readonly Check[]): string {
  const count = (level: Level): number => checks.filter((check) => check.level === level).length;
  return `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`;
}

/** Broken at blanks; a word that is too long, such as a path, has a line of its own. */
export function wrapped(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const part of text.split('\n')) {
    let line = '';
    for (const word of part.split(' ').filter((one) => one !== '')) {
      if (line !== '' && line.length + 1 + word.length > room) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines;
}
