import { writeSync } from 'node:fs';

/** At once and whole, also when the next thing the leaf does is to die. */
export function say(text: string | Buffer, fd = 1): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}

export function sayBytes(count: number, fd: number): void {
  const line = Buffer.alloc(64 * 1024, 'a scripted leaf fills its output line by line ...............\n');
  for (let left = count; left > 0;) left -= writeSync(fd, line, 0, Math.min(left, line.length));
}
