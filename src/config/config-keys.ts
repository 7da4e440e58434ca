import { agentKeys } from './agent-keys.js';
import { cleanKeys } from './clean-keys.js';
import { mostRejects } from '../domain/run/budgets.js';
import { durationRule } from '../domain/steering/duration.js';
import { budgetKeys } from '../domain/settings/budget-keys.js';
import type { KeyRules } from '../domain/settings/key-rules.js';
import { wallKeys } from './wall-keys.js';

const tlsExample = '{"temporal":{"tls":{"serverCa":"/etc/temporal/ca.pem"}}}';
const certExample = '{"temporal":{"tls":{"clientCert":"client.pem","clientKey":"client.key"}}}';
const deploymentExample = '{"temporal":{"deployment":{"openRuns":"keep"}}}';
const limitsExample = '{"limits":{"leafTimeoutSeconds":600,"idleSeconds":120}}';
const wholeSeconds = 'a whole number of seconds from 1 to 86400';
const path = 'a path; one that is not absolute counts from the folder of config.json';

/** Every key of config.json: the one source of the words in its errors and in its published schema. */
export const configKeys: KeyRules = {
  '': { says: "The operator's own settings", expected: 'one JSON object', example: '{"agent":"claude"}' },
  agent: {
    says: 'The agent of a run that names none',
    expected: 'the name of an agent: small letters, digits and "-"',
    example: '{"agent":"claude"}',
  },
  ...wallKeys,
  maxFiles: {
    says: 'How many files a plan made from an issue may touch',
    expected: 'a whole number from 1 to 1000',
    example: '{"maxFiles":8}',
  },
  discipline: {
    says: 'How much is asked of each step, when a run names nothing; pawl.json may tighten it',
    expected: '"standard" or "strict"',
    example: '{"discipline":"strict"}',
  },
  domainReview: {
    says: 'Does a domain reviewer look at each test and each change, with a veto? Left out, the discipline decides',
    expected: 'true or false',
    example: '{"domainReview":true}',
  },
  isolation: {
    says: 'With "split", RED sees no implementation and GREEN is told nothing of the test\'s source; left out, the discipline decides',
    expected: '"open" or "split"',
    example: '{"isolation":"split"}',
  },
  instructions: {
    says: 'Are AGENTS.md, CLAUDE.md and their kin of the base commit put before developers and debuggers, as data? They are when it is left out',
    expected: '"offer" or "ignore"',
    example: '{"instructions":"ignore"}',
  },
  leafSlots: {
    says: 'How many leaves and test runs this host does at once; by its cores and memory when left out',
    expected: 'a whole number from 1 to 64: agents and tests at once',
    example: '{"leafSlots":4}',
  },
  limits: {
    says: 'When a leaf is ended, and how much it may take of this machine',
    expected: 'an object with leafTimeoutSeconds, idleSeconds, memoryMb, processes or some of them',
    example: limitsExample,
  },
  'limits.leafTimeoutSeconds': {
    says: 'How long one leaf may take; 900 when left out',
    expected: wholeSeconds,
    example: limitsExample,
  },
  'limits.idleSeconds': {
    says: 'How long a leaf may go without output, file change and CPU time; 300 when left out',
    expected: wholeSeconds,
    example: limitsExample,
  },
  'limits.memoryMb': {
    says: 'MiB of memory for one leaf or test run, where cgroups are at hand; three quarters of what this machine has when left out',
    expected: 'a whole number of MiB from 64, or 0 for no limit',
    example: '{"limits":{"memoryMb":4096}}',
  },
  'limits.processes': {
    says: 'Processes and threads of one leaf or test run, where cgroups are at hand; 2048, or 128 a core, when left out',
    expected: 'a whole number from 32, or 0 for no limit',
    example: '{"limits":{"processes":4096}}',
  },
  waitForAnswer: {
    says: "How long a run waits for the answer to a leaf's question; left out, it ends with the question",
    expected: durationRule.expected,
    example: '{"waitForAnswer":"2h"}',
  },
  downshiftAfterRejects: {
    says: 'After so many REJECTs of reviewers in a row a run in review-after shifts to review-before; left out, none does',
    expected: `a whole number from 1 to ${mostRejects}: more in a row end the run anyway`,
    example: '{"downshiftAfterRejects":2}',
  },
  usageLimitWaitHours: {
    says: "How long a run waits at most until an agent's usage limit ends; 24 when left out",
    expected: 'a number of hours above 0, at most 720',
    example: '{"usageLimitWaitHours":6}',
  },
  budgets: {
    says: 'What a run and each of its steps may use up; flags of `pawl run` win, pawl.json may lower them',
    expected: 'an object with run, step or both',
    example: '{"budgets":{"run":{"usd":10},"step":{"leaves":40}}}',
  },
  ...budgetKeys('budgets', ''),
  budgetWaitHours: {
    says: 'How long a run whose budget is used up waits at most for more; 24 when left out',
    expected: 'a number of hours above 0, at most 720',
    example: '{"budgetWaitHours":6}',
  },
  ...cleanKeys,
  ...agentKeys,
  identity: {
    says: 'Who acts, in messages and marks; user@host when left out',
    expected: 'a name of at most 200 characters on one line',
    example: '{"identity":"ada@laptop"}',
  },
  temporal: {
    says: 'A Temporal server that somebody else provides; left out, it is the one that `pawl up` starts',
    expected: 'an object',
    example: '{"temporal":{"address":"localhost:7233"}}',
  },
  'temporal.address': {
    says: 'Where it answers; TEMPORAL_ADDRESS wins',
    expected: 'host:port',
    example: '{"temporal":{"address":"localhost:7233"}}',
  },
  'temporal.namespace': {
    says: 'The namespace of the runs; TEMPORAL_NAMESPACE wins',
    expected: 'the name of a namespace',
    example: '{"temporal":{"namespace":"default"}}',
  },
  'temporal.apiKey': {
    says: 'Its API key; TEMPORAL_API_KEY wins. Keep the file to yourself: chmod 600',
    expected: 'a text',
    example: '{"temporal":{"apiKey":"…"}}',
  },
  'temporal.deployment': {
    says: 'Worker deployment versioning: this worker is one version of a deployment, and an operator says which one is current; left out, the newest worker takes every run over (docs/operations.md)',
    expected: 'an object with openRuns, and name, build or both',
    example: deploymentExample,
  },
  'temporal.deployment.name': {
    says: 'The deployment; pawl when left out',
    expected: 'at most 100 letters, digits, "-" and "_"',
    example: '{"temporal":{"deployment":{"openRuns":"keep","name":"pawl-team"}}}',
  },
  'temporal.deployment.build': {
    says: 'The version in it; release and build of this Pawl when left out, as `pawl status` shows them',
    expected: 'at most 100 letters, digits, "-", "_", "." and "+"',
    example: '{"temporal":{"deployment":{"openRuns":"keep","build":"2026-12-01"}}}',
  },
  'temporal.deployment.openRuns': {
    says: 'What runs do that are open when another version becomes current: "keep" leaves each with the version it started under, "upgrade" moves it',
    expected: '"keep" or "upgrade"',
    example: deploymentExample,
  },
  'temporal.tls': {
    says: 'Encryption on the way to it; needed for a server beyond this machine',
    expected: 'true, false, or an object with serverCa, clientCert, clientKey (paths) and serverName',
    example: tlsExample,
  },
  'temporal.tls.serverCa': {
    says: 'Authorities that its certificate is checked by',
    expected: path,
    example: tlsExample,
  },
  'temporal.tls.clientCert': { says: 'The certificate of this client', expected: path, example: certExample },
  'temporal.tls.clientKey': { says: 'The key of that certificate', expected: path, example: certExample },
  'temporal.tls.serverName': {
    says: 'The name that its certificate must carry, when it is not that of the address',
    expected: 'a host name',
    example: '{"temporal":{"tls":{"serverName":"temporal.example.org"}}}',
  },
};
