import type { KeyRules } from '../domain/settings/key-rules.js';
import { geminiOpencodeKeys } from './gemini-opencode-keys.js';

const claudeExample = '{"claude":{"model":"opus","maxTurns":40,"maxUsd":2}}';
const modelsExample = '{"claude":{"models":{"small":"haiku","strong":"opus"}}}';
const codexExample = '{"codex":{"model":"gpt-6.2-sol","env":["MY_TENANT"]}}';
const codexModelsExample = '{"codex":{"models":{"small":"gpt-6-luna","strong":"gpt-6.2-astra"}}}';
const codexProviderExample =
  '{"codex":{"provider":{"name":"gateway","baseUrl":"https://models.example.org/v1","keyVariable":"GATEWAY_KEY"}}}';
const commandExample = '{"command":{"argv":["my-agent","--quiet"],"answer":"stdout","env":["MY_AGENT_KEY"]}}';
const agentName = 'the name of an agent: small letters, digits and "-"';
const rolesExample = '{"agents":{"verifier":"codex"}}';
const variables = 'a list of names of environment variables';
const path = 'a path; one that is not absolute counts from the folder of config.json';

function roleExample(role: string): string {
  return `{"agents":{"${role}":"codex"}}`;
}

/** The keys of config.json that are about agents; the others are in `config-keys.ts`. */
export const agentKeys: KeyRules = {
  agents: {
    says: 'Another agent for single roles of a run; a role left out has the agent of the run',
    expected: 'an object of roles and names of agents',
    example: rolesExample,
  },
  'agents.planner': { says: 'Makes the plan', expected: agentName, example: roleExample('planner') },
  'agents.developer': { says: 'Writes tests and code', expected: agentName, example: roleExample('developer') },
  'agents.debugger': {
    says: 'Looks for the cause when two edits did not go green',
    expected: agentName,
    example: roleExample('debugger'),
  },
  'agents.verifier': { says: 'Judges each phase blindly', expected: agentName, example: roleExample('verifier') },
  'agents.domainReviewer': {
    says: 'Judges the diff of each test and each change',
    expected: agentName,
    example: roleExample('domainReviewer'),
  },
  'agents.critic': { says: 'Judges the whole at the end', expected: agentName, example: roleExample('critic') },
  claude: {
    says: 'Settings of the agent claude',
    expected: 'an object with path, model, models, maxTurns, maxUsd or env',
    example: claudeExample,
  },
  'claude.path': {
    says: 'Where the program lies; left out, it is looked for on PATH',
    expected: path,
    example: '{"claude":{"path":"~/.local/bin/claude"}}',
  },
  'claude.model': {
    says: 'The model it is asked for',
    expected: 'a text of 1 to 200 characters',
    example: claudeExample,
  },
  'claude.models': {
    says: 'Other models than `model` for leaves that ask for a smaller or a stronger one',
    expected: 'an object with small, strong or both',
    example: modelsExample,
  },
  'claude.models.small': {
    says: 'For domain reviews of less than 50 changed lines; left out, it is `model`, else "sonnet"',
    expected: 'a text of 1 to 200 characters',
    example: modelsExample,
  },
  'claude.models.strong': {
    says: 'For debugging; left out, it is `model`, else "opus"',
    expected: 'a text of 1 to 200 characters',
    example: modelsExample,
  },
  'claude.maxTurns': {
    says: 'Turns of one leaf',
    expected: 'a whole number from 1 to 1000',
    example: claudeExample,
  },
  'claude.maxUsd': {
    says: 'Money of one leaf in US dollars, checked after each turn',
    expected: 'a number above 0, at most 1000',
    example: claudeExample,
  },
  'claude.env': {
    says: "Further variables of the worker's environment that its leaves get",
    expected: variables,
    example: '{"claude":{"env":["ANTHROPIC_BASE_URL"]}}',
  },
  codex: {
    says: 'Settings of the agent codex',
    expected: 'an object with path, model, models, provider or env',
    example: codexExample,
  },
  'codex.path': {
    says: 'Where the codex program lies; left out, it is looked for on PATH',
    expected: path,
    example: '{"codex":{"path":"~/.local/bin/codex"}}',
  },
  'codex.model': {
    says: "The model it is asked for; left out, it is the CLI's own choice",
    expected: 'a text of 1 to 200 characters',
    example: codexExample,
  },
  'codex.models': {
    says: 'Other models of codex than `model` for leaves that ask for a smaller or a stronger one',
    expected: 'an object with small, strong or both',
    example: codexModelsExample,
  },
  'codex.models.small': {
    says: 'For domain reviews of less than 50 changed lines; left out, it is `model` with little reasoning',
    expected: 'a text of 1 to 200 characters',
    example: codexModelsExample,
  },
  'codex.models.strong': {
    says: 'For debugging; left out, it is `model` with much reasoning',
    expected: 'a text of 1 to 200 characters',
    example: codexModelsExample,
  },
  'codex.provider': {
    says: 'Who answers, over the Responses API; left out, it is OpenAI, or what OPENAI_BASE_URL names',
    expected: 'an object with baseUrl, and perhaps name and keyVariable',
    example: codexProviderExample,
  },
  'codex.provider.name': {
    says: 'How it is called in messages',
    expected: 'a text of 1 to 200 characters',
    example: codexProviderExample,
  },
  'codex.provider.baseUrl': {
    says: 'Where its API begins, before `/responses`',
    expected: 'an address that begins with http:// or https://',
    example: codexProviderExample,
  },
  'codex.provider.keyVariable': {
    says: "The variable of the worker's environment that holds its key; left out, CODEX_API_KEY or OPENAI_API_KEY",
    expected: 'the name of an environment variable',
    example: codexProviderExample,
  },
  'codex.env': {
    says: "Further variables of the worker's environment that leaves of codex get",
    expected: variables,
    example: codexExample,
  },
  ...geminiOpencodeKeys,
  command: {
    says: 'Any program as the agent `command`: the prompt on its standard input, one JSON object as its answer',
    expected: 'an object with argv, and perhaps answer, env, readable and network',
    example: commandExample,
  },
  'command.argv': {
    says: 'The program and its arguments, not through a shell',
    expected: 'a list of 1 to 100 texts, the program first',
    example: commandExample,
  },
  'command.answer': {
    says: 'Where the answer stands: the last line of standard output, or the file that PAWL_ANSWER_FILE names',
    expected: '"stdout" or "file"',
    example: commandExample,
  },
  'command.env': {
    says: "Variables of the worker's environment that its leaves get",
    expected: variables,
    example: commandExample,
  },
  'command.readable': {
    says: 'Paths that a jail must leave readable for it',
    expected: `a list of paths, each ${path}`,
    example: '{"command":{"argv":["my-agent"],"readable":["~/.my-agent"]}}',
  },
  'command.network': {
    says: 'Whether leaves that judge need the network to reach their model; true when left out',
    expected: 'true or false',
    example: '{"command":{"argv":["my-agent"],"network":false}}',
  },
};
