const gib = 1024 ** 3;

/** For the worker itself, its server and all else on the machine. */
const keptBytes = gib;
/** One agent with its tools, or one suite of tests with its runner. */
const bytesEach = 1.5 * gib;
/** More at once than anybody can look at: who wants it says so. */
const most = 8;

/**
 * How many leaves and test runs a host does at once when nobody says: one a core, since tests keep theirs busy, as far as
 * memory goes, and at least one.
 * @param memoryBytes what this process may use: of the machine, or of its container
 */
export function usualLeafSlots({
  cores,
  memoryBytes,
}: {
  readonly cores: number;
  readonly memoryBytes: number;
}): number {
  const byMemory = Math.floor((memoryBytes - keptBytes) / bytesEach);
  return Math.max(1, Math.min(Math.floor(cores), byMemory, most));
}
