import { stripControls } from '../../domain/sanitise.js';

/**
 * The end of a stream as plain text of at most `limit` bytes (T13, F28): invalid UTF-8 replaced, control
 * sequences stripped. A character that the cut went through is left out; replaced bytes may make the text
 * longer than they were, so it is cut again.
 */
export function plainTail(bytes: Buffer, limit: number, cutAtStart: boolean): string {
  const whole = cutAtStart ? bytes.subarray(leadingContinuationBytes(bytes)) : bytes;
  const text = stripControls(whole.toString('utf8'));
  const encoded = Buffer.from(text, 'utf8');
  if (encoded.length <= limit) return text;
  const end = encoded.subarray(encoded.length - limit);
  return end.subarray(leadingContinuationBytes(end)).toString('utf8');
}

function leadingContinuationBytes(bytes: Buffer): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1;
  return count;
}
