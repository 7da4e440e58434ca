/**
 * Where the gear file of a run lies, repository-relative: a gear set for one thing never counts for another (R-000-16). A
 * spec's lies beside its list (R-000-06), an issue's in a folder of the ledger's name; `.tdd/stop` itself is the stop file.
 */
export function gearFolder(ledgerPath: string): string {
  const spec = /^(?!\.tdd\/)(.+)\/tasks\.md$/.exec(ledgerPath);
  if (spec !== null) return spec[1] ?? '';
  const folder = ledgerPath.replace(/\.md$/, '');
  return folder === '.tdd/stop' ? '.tdd/stop.gear' : folder;
}

const gearFileName = '.current-gear';

/** The gear file itself, repository-relative. */
export function gearFilePath(ledgerPath: string): string {
  return `${gearFolder(ledgerPath)}/${gearFileName}`;
}
