import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const chunkBytes = 64 * 1024;

/** Longer lines are cut: an agent's record of a whole file is nothing that a person reads in one line. */
const maxLineBytes = 1024 * 1024;

const lineFeed = 0x0a;

/** Reads the lines of a file that may still grow, may not be there yet, and is read again from where it ended. */
export class LeafTail {
  readonly #path: string;
  #offset = 0;
  #carry: Buffer[] = [];
  #carried = 0;
  #isSkipping = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines that were finished since the last call. */
  async *lines(): AsyncGenerator<string> {
    const file = await openPlain(this.#path);
    if (file === null) return;
    try {
      const chunk = Buffer.alloc(chunkBytes);
      for (;;) {
        const { bytesRead } = await file.read(chunk, 0, chunkBytes, this.#offset);
        if (bytesRead === 0) return;
        this.#offset += bytesRead;
        yield* this.#take(chunk.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }

  /** What stands after the last line feed, once nobody writes any more. */
  rest(): string | null {
    if (this.#carried === 0) return null;
    return this.#finish();
  }

  *#take(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      this.#keep(chunk.subarray(from, at));
      from = at + 1;
      yield this.#finish();
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    if (part.length === 0 || this.#isSkipping) return;
    const room = maxLineBytes - this.#carried;
    // The chunk's memory is used again for the next read.
    this.#carry.push(Buffer.from(part.subarray(0, room)));
    this.#carried += Math.min(room, part.length);
    this.#isSkipping = part.length > room;
  }

  #finish(): string {
    const line = Buffer.concat(this.#carry).toString('utf8');
    const isCut = this.#isSkipping;
    this.#carry = [];
    this.#carried = 0;
    this.#isSkipping = false;
    return isCut ? `${line} … (a line of more than 1 MiB)` : line;
  }
}

/** A leaf may have put a link or a pipe where its log lies: neither is followed, nor waited for. */
async function openPlain(path: string): Promise<FileHandle | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}
