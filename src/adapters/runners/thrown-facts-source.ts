/**
 * JavaScript for the facts of whatever a test threw, as `node-error.ts` and its kin read them: part of what Pawl loads into a
 * runner's process. Declares `errorFacts`; expects `text`, a string cut to a length, else null.
 */
export const thrownFactsSource = `/** Plain facts of whatever was thrown; its getters may throw in turn. */
function errorFacts(error) {
  const facts = { name: null, code: null, message: '', header: null, frame: null, url: null, importer: null, matcher: false };
  try {
    if (error === null || typeof error !== 'object') {
      facts.message = String(error).slice(0, 8192);
      return facts;
    }
    facts.message = text(error.message, 8192) ?? '';
    facts.name = text(error.name, 200);
    facts.code = text(error.code, 200);
    facts.url = text(error.url, 4096);
    facts.matcher = typeof error.matcherResult === 'object' && error.matcherResult !== null;
    facts.importer = Array.isArray(error.requireStack) ? text(error.requireStack[0], 4096) : null;
    const stack = typeof error.stack === 'string' ? error.stack : '';
    facts.header = stack.slice(0, 1000).split('\\n', 1)[0] ?? null;
    facts.frame = text(/^ {4}at .*$/m.exec(stack)?.[0], 1000);
  } catch {
    // What could be read has been read.
  }
  return facts;
}
`;
