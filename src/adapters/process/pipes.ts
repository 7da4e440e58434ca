import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Socket } from 'node:net';

/** A real pipe: the program writes to `writeFd`, `read` gets what it wrote. */
export interface Pipe {
  readonly writeFd: number;
  /** `ended` resolves when every writer has closed its end, or after `stop`. */
  read(take: (chunk: Buffer) => void): PipeReader;
}

export interface PipeReader {
  readonly ended: Promise<void>;
  stop(): void;
  /** Takes what lies in the pipe at this moment, without waiting for more. */
  takeRest(): void;
}

const chunkBytes = 64 * 1024;
/** The most that the kernel holds in a pipe. */
const mostInPipe = 1024 * 1024;

/**
 * Node gives children sockets for pipes, and `echo x > /dev/stderr` fails on a socket (ENXIO): test suites
 * do that. Two named pipes, unlinked at once, are pipes like a shell's. Null where there is no mkfifo.
 */
export function openPipes(folder: string): readonly [Pipe, Pipe] | null {
  const mkfifo = ['/usr/bin/mkfifo', '/bin/mkfifo'].find((path) => existsSync(path));
  if (mkfifo === undefined) return null;
  let own: string | null = null;
  try {
    own = mkdtempSync(join(folder, '.pipes-'));
    const [out, err] = [join(own, 'out'), join(own, 'err')];
    execFileSync(mkfifo, ['-m', '600', out, err], { stdio: 'ignore' });
    return [openPipe(out), openPipe(err)];
  } catch {
    return null;
  } finally {
    if (own !== null) rmSync(own, { recursive: true, force: true });
  }
}

function openPipe(path: string): Pipe {
  // The reading end first and without waiting, else each end would wait for the other.
  const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeFd = openSync(path, constants.O_WRONLY);
  return {
    writeFd,
    read: (take) => {
      closeSync(writeFd);
      // One buffer for all reads: a flood must not grow the guard's memory.
      const options = {
        fd: readFd,
        readable: true,
        writable: false,
        onread: {
          buffer: Buffer.alloc(chunkBytes),
          callback: (length: number, buffer: Uint8Array): boolean => {
            take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
            return true;
          },
        },
      };
      const socket = new Socket(options);
      const ended = new Promise<void>((resolve) => {
        socket.once('close', () => {
          resolve();
        });
        socket.once('error', () => {
          resolve();
        });
      });
      const takeRest = (): void => {
        // Once it is destroyed the number may belong to another file.
        for (let left = mostInPipe; left > 0 && !socket.destroyed;) {
          const chunk = Buffer.alloc(chunkBytes);
          const length = readNow(readFd, chunk);
          if (length === 0) return;
          take(chunk.subarray(0, length));
          left -= length;
        }
      };
      return { ended, stop: () => socket.destroy(), takeRest };
    },
  };
}

/** 0 when there is nothing. */
function readNow(fd: number, chunk: Buffer): number {
  try {
    return readSync(fd, chunk);
  } catch {
    return 0;
  }
}
