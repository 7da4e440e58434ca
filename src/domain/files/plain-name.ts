/** As a file system that folds case or drops trailing dots and blanks would see it (CVE-2021-21300 and kin). */
export function plainName(segment: string): string {
  const name = segment.toLowerCase().replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u206f\ufeff]/g, '');
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}
