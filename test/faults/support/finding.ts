import type { Finding } from './oracle.js';

export function finding(id: string, faults: readonly (string | null)[], looked = true): Finding {
  return { id, looked, faults: faults.filter((fault) => fault !== null) };
}
