// Loaded into a worker (NODE_OPTIONS=--import): at SIGUSR2 its event loop stands still for ten seconds, and so do its timers.
import { isMainThread } from 'node:worker_threads';

const busyMs = 10_000;

if (isMainThread) {
  process.on('SIGUSR2', () => {
    const end = Date.now() + busyMs;
    while (Date.now() < end);
  });
}
