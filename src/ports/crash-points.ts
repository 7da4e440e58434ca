/** Passes at once, but when a fault harness holds the point: then until it is let go, or its process is killed. */
export type PassCrashPoint = (point: string) => Promise<void>;
