import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileName = `${root}test/prompts/in-memory-fixture.ts`;

const header = `
import type { CritiqueInput, DevelopReport, DomainReviewInput, VerifyInput } from '../../src/contract/activities.js';
import type { CriticBrief, DeveloperBrief, DomainBrief, VerifierBrief } from '../../src/domain/leaf/briefs.js';
import type { Shape } from '../../src/domain/plan/shape.js';
import type { ArtifactRef, RunScope } from '../../src/domain/run/references.js';
import type { DeveloperAnswer } from '../../src/domain/leaf/developer-answer.js';
import { criticPrompt } from '../../src/prompts/critic.js';
import { domainReviewerPrompt } from '../../src/prompts/domain-reviewer.js';
import { verifierPrompt } from '../../src/prompts/verifier.js';
declare const developer: DeveloperBrief;
declare const answer: DeveloperAnswer;
declare const developed: DevelopReport;
declare const verify: VerifyInput;
declare const review: DomainReviewInput;
declare const critique: CritiqueInput;
const brief: VerifierBrief = {
  phase: 'green',
  issue: { title: 't', body: 'b' },
  criterion: 'c',
  testFiles: [],
  evidence: { runner: 'r', exitCode: 0, counts: { passed: 1, failed: 0, skipped: 0 }, failing: [] },
  testAccess: 'shell',
  hasBaseTree: false,
};
const domain: DomainBrief = { phase: 'green', diff: 'd', leftOut: [], test: null, domainTypes: [], callSites: [] };
const critic: CriticBrief = {
  issue: brief.issue,
  criteria: [],
  steps: [],
  allowlist: [],
  diff: 'd',
  leftOut: [],
  evidence: brief.evidence,
};
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
`;

/** What the compiler says about a text that stands on the real types; nothing is written to disk. */
function errorsOf(...texts: readonly string[]): readonly (readonly string[])[] {
  const read = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const names = texts.map((_, index) => fileName.replace('.ts', `-${index}.ts`));
  const original = host.getSourceFile.bind(host);
  host.getSourceFile = (name, languageOptions) => {
    const index = names.indexOf(name);
    if (index < 0) return original(name, languageOptions);
    return ts.createSourceFile(name, header + (texts[index] ?? ''), languageOptions);
  };
  const known = host.fileExists.bind(host);
  host.fileExists = (name) => names.includes(name) || known(name);
  const program = ts.createProgram(names, { ...options, noEmit: true, noUnusedLocals: false }, host);
  return names.map((name) => {
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`${name} is not part of the program`);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((one) =>
      ts.flattenDiagnosticMessageText(one.messageText, ' '),
    );
  });
}

const toVerifier = [
  `export const prompt = verifierPrompt(brief);`,
  `export const prompt = verifierPrompt({ ...brief, developerSummary: 'it works, trust me' });`,
  `export const other: VerifierBrief = { ...brief, evidence: { ...brief.evidence, claim: 'all green' } };`,
  `export const other: VerifierBrief = { ...brief, evidence: { ...brief.evidence, failing: [{ id: 'a', message: 'b', why: 'c' }] } };`,
  `export const prompt = verifierPrompt(developer);`,
  `export const other: VerifierBrief = { ...brief, evidence: answer };`,
  // Widening the type is seen here before anything is put into it.
  `export const closed: Same<keyof VerifierBrief, 'phase' | 'shape' | 'issue' | 'criterion' | 'testFiles' | 'evidence' | 'testAccess' | 'hasBaseTree'> = true;
     export const shape: Same<NonNullable<VerifierBrief['shape']>, Shape> = true;
     export const measured: Same<keyof VerifierBrief['evidence'], 'runner' | 'exitCode' | 'counts' | 'failing'> = true;
     export const one: Same<keyof VerifierBrief['evidence']['failing'][number], 'id' | 'message'> = true;`,
  `export const open: Same<keyof VerifierBrief, 'phase'> = true;`,
];

const toReviewers = [
  `export const prompts = [domainReviewerPrompt(domain), criticPrompt(critic)];
       export const closed: Same<keyof DomainBrief, 'phase' | 'diff' | 'leftOut' | 'test' | 'domainTypes' | 'callSites'> = true;
       export const names: Same<DomainBrief['domainTypes'][number], string> = true;
       export const sites: Same<keyof DomainBrief['callSites'][number], 'name' | 'sites' | 'more'> = true;
       export const left: Same<keyof DomainBrief['leftOut'][number], 'path' | 'added' | 'removed'> = true;
       export const spec: Same<keyof CriticBrief, 'issue' | 'criteria' | 'steps' | 'allowlist' | 'diff' | 'leftOut' | 'evidence'> = true;
       export const steps: Same<keyof CriticBrief['steps'][number], 'id' | 'title'> = true;
       export const measured: Same<CriticBrief['evidence'], VerifierBrief['evidence']> = true;`,
  `export const prompt = domainReviewerPrompt({ ...domain, note: 'it works, trust me' });`,
  `export const prompt = domainReviewerPrompt({ ...domain, issue: brief.issue });`,
  `export const prompt = domainReviewerPrompt({ ...domain, files: ['src/a.ts'] });`,
  `export const prompt = domainReviewerPrompt({ ...domain, callSites: [{ name: 'a', sites: [], more: 0, why: 'x' }] });`,
  `export const other: DomainBrief = { ...domain, callSites: [answer] };`,
  `export const prompt = criticPrompt({ ...critic, summaries: ['it works, trust me'] });`,
  `export const prompt = criticPrompt({ ...critic, steps: [{ id: '1', title: 't', note: 'done' }] });`,
  `export const open: Same<keyof DomainBrief, 'phase'> = true;`,
];

/** What crosses the border from the workflow, where a developer's words are at hand, to the activity that asks a reviewer. */
const acrossTheBorder = [
  `export const closed: Same<keyof VerifyInput, 'scope' | 'store' | 'label' | 'phase' | 'criterionNumber' | 'tree' | 'base' | 'testFiles' | 'evidence'> = true;
     export const label: Same<keyof VerifyInput['label'], 'step' | 'phase' | 'attempt' | 'serial' | 'stopSeen' | 'usdLeft'> = true;
     export const places: Same<VerifyInput['scope'], RunScope> = true;
     export const measured: Same<VerifyInput['evidence'], ArtifactRef> = true;
     export const toDomain: Same<keyof DomainReviewInput, 'scope' | 'store' | 'label' | 'phase' | 'step' | 'tree' | 'base' | 'testFiles'> = true;
     export const toCritic: Same<keyof CritiqueInput, 'scope' | 'store' | 'label' | 'round' | 'tip' | 'tree' | 'evidence'> = true;
     export const spread: readonly [VerifyInput, DomainReviewInput, CritiqueInput] = [{ ...verify }, { ...review }, { ...critique }];`,
  `export const other: VerifyInput = { ...verify, note: 'it works, trust me' };`,
  `export const other: VerifyInput = { ...verify, evidence: { ...verify.evidence, claim: 'all green' } };`,
  `export const other: VerifyInput = { ...verify, feedback: developed.notes };`,
  `export const other: DomainReviewInput = { ...review, summary: developed.leaf.message };`,
  `export const other: CritiqueInput = { ...critique, findings: [] };`,
  `export const open: Same<keyof VerifyInput, 'scope'> = true;`,
];

/** In one go: reading the compiler's own library takes seconds each time. */
const told = errorsOf(...toVerifier, ...toReviewers, ...acrossTheBorder);

describe('T12: nothing of the developer has a way to the verifier', () => {
  const [good, extraField, inEvidence, inFailing, developersBrief, developersAnswer, fields, answers] = told.slice(
    0,
    toVerifier.length,
  );

  test('the closed brief compiles', () => {
    expect(good).toEqual([]);
    expect(fields).toEqual([]);
  });

  test.each([
    ['a field for the developer’s words', extraField, "'developerSummary' does not exist"],
    ['a claim beside the evidence', inEvidence, "'claim' does not exist"],
    ['a word beside a failing test', inFailing, "'why' does not exist"],
    ['the developer’s own brief', developersBrief, 'missing the following properties'],
    ['the developer’s answer as evidence', developersAnswer, 'missing the following properties'],
    ['a wider brief than the list above', answers, "'true' is not assignable to type 'false'"],
  ])('%s does not compile', (_what, errors, message) => {
    expect(errors).toEqual([expect.stringContaining(message)]);
  });
});

describe('T12, R-001-19: nothing of the developer has a way to the domain reviewer or the critic', () => {
  const [good, noteToDomain, issueToDomain, wholeFiles, besideSites, answerAsSites, noteToCritic, inSteps, wider] =
    told.slice(toVerifier.length, toVerifier.length + toReviewers.length);

  test('the closed briefs compile', () => {
    expect(good).toEqual([]);
  });

  test.each([
    ['a note for the domain reviewer', noteToDomain, "'note' does not exist"],
    ['the issue for the domain reviewer', issueToDomain, "'issue' does not exist"],
    ['a list of files for the domain reviewer', wholeFiles, "'files' does not exist"],
    ['a word beside a call site', besideSites, "'why' does not exist"],
    ['the developer’s answer as a call site', answerAsSites, 'missing the following properties'],
    ['summaries for the critic', noteToCritic, "'summaries' does not exist"],
    ['a note beside a step', inSteps, "'note' does not exist"],
    ['a wider brief than the list above', wider, "'true' is not assignable to type 'false'"],
  ])('%s does not compile', (_what, errors, message) => {
    expect(errors).toEqual([expect.stringContaining(message)]);
  });
});

describe('T12, R-002-09: nothing of the developer has a field on its way to a reviewer’s activity', () => {
  const [good, note, inEvidence, feedback, summary, findings, wider] = told.slice(-acrossTheBorder.length);

  test('the inputs have exactly the listed keys', () => {
    expect(good).toEqual([]);
  });

  test.each([
    ['a note', note, "'note' does not exist"],
    ['a claim beside the evidence', inEvidence, "'claim' does not exist"],
    ['the notes of a developer’s leaf', feedback, "'feedback' does not exist"],
    ['a summary for the domain reviewer', summary, "'summary' does not exist"],
    ['findings for the critic', findings, "'findings' does not exist"],
    ['a wider input than the list above', wider, "'true' is not assignable to type 'false'"],
  ])('%s does not compile', (_what, errors, message) => {
    expect(errors).toEqual([expect.stringContaining(message)]);
  });
});
