/** How many bytes a value takes in the history: JSON in UTF-8 (design 6: at most 64 KiB a result). */
export function jsonBytes(value: object): number {
  const text = JSON.stringify(value);
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += 1;
    // Half of a pair: two units make four bytes.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}
