import { ESLint } from 'eslint';
import { expect, test } from '@jest/globals';
import { root } from './lint.js';

test('no file of src reaches through a wall', async () => {
  const eslint = new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => ruleId === 'pawl/walls',
    overrideConfig: [
      {
        languageOptions: { parserOptions: { projectService: false } },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
      },
    ],
  });
  const results = await eslint.lintFiles(['src']);
  const found = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${filePath.slice(root.length)}:${line} ${message}`),
  );
  expect(results.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
