/** Names by which test files go in most projects; for people, where no runner says what a test file is. */
const folders = /(?:^|\/)(?:tests?|__tests__|specs?)\//i;
const names = /(?:^|\/)(?:test_[^/]*|conftest\.py$|[^/]*[._-](?:test|spec)s?\.[^/]+|[^/]*Tests?\.[a-z]+)$/;

export function looksLikeTest(path: string): boolean {
  return folders.test(path) || names.test(path);
}
