/**
 * Runs something that Ctrl-C (or TERM, or the end of the terminal) asks to end by aborting the signal.
 * `second`: what a second Ctrl-C does; `ignored` is for work that must clean up after itself.
 */
export async function interruptible<T>(
  second: 'ends-process' | 'ignored',
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = (): void => {
    controller.abort();
    if (second === 'ends-process') release();
  };
  const release = (): void => {
    for (const name of interruptions) process.off(name, interrupt);
  };
  for (const name of interruptions) process.on(name, interrupt);
  try {
    return await act(controller.signal);
  } finally {
    release();
  }
}

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The work's result, or null as soon as the signal is aborted; then nobody waits for the work any more. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  // What the forgotten work says later must not end the process.
  work.catch(() => null);
  if (signal.aborted) return null;
  let leave = (): void => undefined;
  const aborted = new Promise<null>((resolve) => {
    leave = (): void => resolve(null);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
