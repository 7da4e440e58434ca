import type { LeftOut } from '../domain/review/diff-text.js';
import { dataList } from './parts.js';

/** Files of a diff that were too large to be shown, with their line counts. */
export function leftOutPart(leftOut: readonly LeftOut[]): string | null {
  const lines = leftOut.map(({ path, added, removed }) =>
    added === null || removed === null ? path : `${path}: ${added} lines added, ${removed} removed`,
  );
  return dataList('Also changed, too large to be shown here', lines);
}
