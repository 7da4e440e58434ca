const folder = /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|__snapshots__|testdata|[\w.-]*Tests?)\//;
const name =
  /^(?:test_.*\.\w+|test-.*\.\w+|conftest\.py|.*[._-](?:test|spec|tests|specs)\.\w+|Test[A-Z]\w*\.\w+|\w*[A-Za-z0-9](?:Test|Tests|TestCase|IT|Spec|Specs)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|php|swift|m|mm|cpp|cc|dart)|.*\.(?:bats|snap))$/;

/** What is a test file in most languages, for commands whose runner Pawl doesn't know; pawl.json's `testFiles` add to it. */
export function isCommonTestFile(path: string): boolean {
  if (/(?:^|\/)node_modules\//.test(path)) return false;
  return folder.test(path) || name.test(path.split('/').at(-1) ?? '');
}
