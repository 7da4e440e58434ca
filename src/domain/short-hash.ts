/**
 * A 53-bit hash as 11 letters and digits, to keep names apart. Not a secret and not a proof: contents are
 * bound by SHA-256 elsewhere. Own arithmetic, because the sandbox has no crypto.
 */
export function shortHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const bits53 = 4294967296 * (2097151 & low) + (high >>> 0);
  return bits53.toString(36).padStart(11, '0');
}
