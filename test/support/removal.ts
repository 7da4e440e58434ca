/**
 * How a test's folder is removed: again for a while, since a process that was just killed can still be writing there
 * (a write that was under way when the folder was emptied makes `rmdir` fail with ENOTEMPTY).
 */
export const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;
