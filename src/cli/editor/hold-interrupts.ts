const keys = ['SIGINT', 'SIGQUIT'] as const;

/**
 * While another program has the terminal, its keys are that program's: Ctrl-C goes to every process there, and must
 * end neither the client nor what it follows. Returns what gives the keys back.
 */
export function holdInterrupts(): () => void {
  const held = keys.map((key) => ({ key, listeners: process.listeners(key) }));
  for (const { key } of held) {
    process.removeAllListeners(key);
    process.on(key, nothing);
  }
  return () => {
    for (const { key, listeners } of held) {
      process.off(key, nothing);
      for (const listener of listeners) process.on(key, listener);
    }
  };
}

function nothing(): void {
  // Heard, so that the system's own answer (the end of this process) stays out.
}
