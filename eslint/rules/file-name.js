import path from 'node:path';

/** File names are kebab-case: one spelling on every file system. */
export const fileNameRule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'file names are kebab-case' },
    schema: [],
    messages: { kebab: '{{name}} is not kebab-case: lower-case letters, digits and hyphens, such as next-step.ts.' },
  },
  create(context) {
    const name = path.basename(context.filename);
    return {
      Program(node) {
        if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(name))
          context.report({ node, messageId: 'kebab', data: { name } });
      },
    };
  },
};
