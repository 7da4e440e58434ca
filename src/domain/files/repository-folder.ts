/** Why this can't name a folder of the repository, or null. */
export function folderProblem(path: string): string | null {
  if (path === '' || path.length > 200) return 'must have 1 to 200 characters';
  if (/^(?:[A-Za-z]:|[/~])/.test(path) || /[\u0000-\u001f\u007f\\]/.test(path))
    return 'must be relative to the top, with "/"';
  const parts = path
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
    .split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'has an empty, "." or ".." part';
  return parts[0] === '.git' ? 'must be a folder of tracked files' : null;
}
