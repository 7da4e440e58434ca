import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's own configuration, with the named rules only and without type information: milliseconds a text. */
function linter(rules: readonly string[]): ESLint {
  return new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => rules.includes(ruleId),
    overrideConfig: [
      {
        languageOptions: { parserOptions: { projectService: false } },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
      },
    ],
  });
}

const linters = new Map<string, ESLint>();

export interface Finding {
  readonly line: number;
  readonly rule: string;
  readonly text: string;
}

/** What the rules say about a text as if it stood in `file` (repository-relative; need not exist). */
export async function lint(file: string, lines: readonly string[], ...rules: string[]): Promise<readonly Finding[]> {
  const key = rules.join();
  const eslint = linters.get(key) ?? linter(rules);
  linters.set(key, eslint);
  const results = await eslint.lintText(`${lines.join('\n')}\n`, { filePath: `${root}${file}` });
  return results.flatMap(({ messages }) =>
    messages.map((message) => {
      if (message.fatal === true) throw new Error(`${file} does not parse: ${message.message}`);
      return { line: message.line, rule: message.ruleId ?? 'none', text: message.message };
    }),
  );
}

/** The lines (as text) that a rule refuses. */
export async function refusedLines(file: string, lines: readonly string[], ...rules: string[]): Promise<string[]> {
  const found = new Set((await lint(file, lines, ...rules)).map((finding) => finding.line));
  return lines.filter((_, index) => found.has(index + 1));
}
