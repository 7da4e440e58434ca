import type {
  CriticBrief,
  DebuggerBrief,
  DeveloperBrief,
  DomainBrief,
  IssueText,
  PlannerBrief,
  VerifierBrief,
} from '../../src/domain/leaf/briefs.js';
import type { EditPhase } from '../../src/domain/leaf/roles.js';
import { criticPrompt } from '../../src/prompts/critic.js';
import { debuggerPrompt } from '../../src/prompts/debugger.js';
import { developerPrompt } from '../../src/prompts/developer.js';
import { domainReviewerPrompt } from '../../src/prompts/domain-reviewer.js';
import { plannerPrompt } from '../../src/prompts/planner.js';
import { verifierPrompt } from '../../src/prompts/verifier.js';

/** Words of other people, wherever a brief has room for them. */
export interface Words {
  readonly issue: IssueText;
  readonly stepTitle: string;
  readonly instructions: DeveloperBrief['instructions'];
}

export const plainWords: Words = {
  issue: { title: 'Tokens must expire', body: 'Tokens are accepted for too long.\n\nSee RFC 6749.' },
  stepTitle: 'an expired token gets 401',
  instructions: [{ paths: ['AGENTS.md', 'CLAUDE.md'], text: 'Two spaces. No semicolons.\n' }],
};

/** The prompt of each role in each of its phases, every optional part filled, by the name of its snapshot. */
export function allPrompts(words: Words = plainWords): Readonly<Record<string, string>> {
  const { issue, stepTitle, instructions } = words;
  const criterion = 'An expired token gets 401';
  const evidence: VerifierBrief['evidence'] = {
    runner: 'node:test',
    exitCode: 1,
    counts: { passed: 7, failed: 1, skipped: 0 },
    failing: [{ id: 'test/auth.test.js > gets 401', message: 'expected 401\nreceived 200' }],
  };
  const answers = [{ question: 'Is a skew of 60 s meant?', answer: 'Yes.' }];
  const memory = ['gotcha: the clock is UTC'];
  const files = ['src/auth.js', 'test/auth.test.js'];
  const redTests = ['test/auth.test.js > gets 401'];
  const diff = 'diff --git a/src/auth.js b/src/auth.js\n@@ -1 +1 @@\n-return 200;\n+return 401;';
  const leftOut = [{ path: 'data.json', added: 9_000, removed: 1 }];
  const planner: PlannerBrief = {
    ...{ issue, criteria: [criterion], repositoryFiles: files, maxFiles: 4, testCommand: 'node --test', answers },
    feedback: ['criterion 1 has no step'],
  };
  const developer = (phase: EditPhase): DeveloperBrief => ({
    ...{ phase, issue, criterion, step: { id: '1', title: stepTitle }, files, redTests, answers, memory, instructions },
    ...{ gear: 'review-before', testCommand: 'node --test', feedback: ['it asserts two things'], offeredTest: diff },
    ...{ signatures: phase === 'red' ? 'src/auth.js: export function check(token)' : null, newTests: 1 },
    ...{
      specs: ['src/{path}.js -> test/{path}.test.js'],
      targets: ['src/auth.js'],
      scopeCheck: 'advice',
      findings: [],
    },
  });
  const debug: DebuggerBrief = {
    ...{
      phase: 'green',
      issue,
      criterion,
      step: { id: '1', title: stepTitle },
      files,
      redTests,
      diff,
      answers,
      memory,
    },
    ...{ gear: 'review-before', instructions, failures: ['expected 401, got 403', 'expected 401, got 500'] },
  };
  const verifier = (phase: EditPhase): VerifierBrief => ({
    ...{ phase, issue, criterion, testFiles: ['test/auth.test.js'], evidence, hasBaseTree: phase !== 'green' },
    testAccess: phase === 'green' ? 'handed-over' : 'shell',
  });
  const domain = (phase: 'red' | 'green'): DomainBrief => ({
    ...{ phase, diff, leftOut, test: phase === 'red' ? null : '+test("gets 401");', domainTypes: ['Token'] },
    callSites: [{ name: 'check', sites: ['src/server.js:9'], more: 2 }],
  });
  const critic: CriticBrief = {
    ...{
      issue,
      criteria: [criterion],
      steps: [{ id: '1', title: stepTitle }],
      allowlist: files,
      diff,
      leftOut,
      evidence,
    },
  };
  const finding = { step: '1', file: 'src/auth.js', text: 'an empty token gets through' };
  return {
    planner: plannerPrompt(planner),
    'developer-red': developerPrompt(developer('red')),
    'developer-green': developerPrompt(developer('green')),
    'developer-green-strict': developerPrompt({ ...developer('green'), scopeCheck: 'enforced' }),
    'developer-refactor': developerPrompt(developer('refactor')),
    'developer-mend': developerPrompt({ ...developer('refactor'), findings: [finding] }),
    'developer-characterise': developerPrompt({ ...developer('red'), shape: 'characterise', files: null }),
    'developer-tidy': developerPrompt({ ...developer('refactor'), shape: 'tidy', files: null }),
    'developer-document': developerPrompt({ ...developer('refactor'), shape: 'document', files: null }),
    'developer-setup': developerPrompt({ ...developer('refactor'), shape: 'setup' }),
    'verifier-characterise': verifierPrompt({ ...verifier('red'), shape: 'characterise' }),
    'verifier-tidy': verifierPrompt({ ...verifier('refactor'), shape: 'tidy' }),
    'verifier-verify': verifierPrompt({ ...verifier('green'), shape: 'verify', testFiles: [] }),
    debugger: debuggerPrompt(debug),
    'verifier-red': verifierPrompt(verifier('red')),
    'verifier-green': verifierPrompt(verifier('green')),
    'verifier-refactor': verifierPrompt(verifier('refactor')),
    'domain-reviewer-red': domainReviewerPrompt(domain('red')),
    'domain-reviewer-green': domainReviewerPrompt(domain('green')),
    critic: criticPrompt(critic),
  };
}

/** Of those who judge: no word of a project reaches them but by the tree. */
export const judging = /^(?:verifier|domain-reviewer|critic)/;
