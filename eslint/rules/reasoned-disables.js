/** A rule may be switched off for a line when the comment says why: `eslint-disable-next-line <rule> -- <reason>`. */
export const reasonedDisablesRule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'a directive that switches a rule off names the rule and the reason' },
    schema: [],
    messages: {
      reason: 'say why: `{{directive}} <rule> -- <reason>`.',
      rule: 'name the rule that is switched off: `{{directive}} <rule> -- <reason>`.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const found = /^\s*(eslint-disable(?:-next-line|-line)?)(?=\s|$)([^]*)/.exec(comment.value);
          if (found === null) continue;
          const [, directive, rest] = found;
          const [rules, ...reason] = rest.split(/\s-{2,}\s/);
          const messageId = rules.trim() === '' ? 'rule' : reason.join('').trim() === '' ? 'reason' : null;
          if (messageId !== null) context.report({ loc: before(comment), messageId, data: { directive } });
        }
      },
    };
  },
};

/** A report inside the reach of `eslint-disable` would be switched off by the very comment it is about. */
function before(comment) {
  return { start: { line: comment.loc.start.line, column: -1 }, end: comment.loc.end };
}
