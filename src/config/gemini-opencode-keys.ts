import type { KeyRules } from '../domain/settings/key-rules.js';

const geminiExample = '{"gemini":{"model":"gemini-2.5-pro","maxTurns":40}}';
const opencodeExample = '{"opencode":{"model":"anthropic/claude-sonnet-4-5"}}';
const providerExample =
  '{"opencode":{"model":"gateway/some-model","provider":{"baseUrl":"https://models.example.org/v1","keyVariable":"GATEWAY_KEY","npm":"@ai-sdk/openai-compatible"}}}';
const strongExample =
  '{"opencode":{"model":"anthropic/claude-sonnet-4-5","models":{"strong":"anthropic/claude-opus-4-5"}}}';
const path = 'a path; one that is not absolute counts from the folder of config.json';
const model = 'a text of 1 to 200 characters';
const providerModel = 'provider and model with "/" between them';
const variables = 'a list of names of environment variables';

/** The keys of config.json that are about the agents gemini and opencode. */
export const geminiOpencodeKeys: KeyRules = {
  gemini: {
    says: 'Settings of the agent gemini, which can be developer and debugger',
    expected: 'an object with path, model, models, maxTurns or env',
    example: geminiExample,
  },
  'gemini.path': {
    says: 'Where the gemini program lies; left out, it is looked for on PATH',
    expected: path,
    example: '{"gemini":{"path":"~/.local/bin/gemini"}}',
  },
  'gemini.model': {
    says: "The model gemini is asked for; left out, it is the CLI's own choice",
    expected: model,
    example: geminiExample,
  },
  'gemini.models': {
    says: 'Another model of gemini than `model`',
    expected: 'an object with strong',
    example: '{"gemini":{"models":{"strong":"gemini-2.5-pro"}}}',
  },
  'gemini.models.strong': {
    says: 'For debugging; left out, it is `model` of gemini',
    expected: model,
    example: '{"gemini":{"models":{"strong":"gemini-2.5-pro"}}}',
  },
  'gemini.maxTurns': {
    says: 'Turns of one leaf of gemini; 80 when left out',
    expected: 'a whole number from 1 to 1000',
    example: geminiExample,
  },
  'gemini.env': {
    says: "Further variables of the worker's environment that leaves of gemini get",
    expected: variables,
    example: '{"gemini":{"env":["MY_TENANT"]}}',
  },
  opencode: {
    says: 'Settings of the agent opencode, which can be developer and debugger',
    expected: 'an object with model, and perhaps path, models, provider and env',
    example: opencodeExample,
  },
  'opencode.path': {
    says: 'Where the opencode program lies; left out, it is looked for on PATH',
    expected: path,
    example: '{"opencode":{"path":"~/.local/bin/opencode"}}',
  },
  'opencode.model': {
    says: 'The model opencode is asked for; it has none of its own',
    expected: providerModel,
    example: opencodeExample,
  },
  'opencode.models': {
    says: 'Another model of opencode than `model`',
    expected: 'an object with strong',
    example: strongExample,
  },
  'opencode.models.strong': {
    says: 'For debugging, of the same provider; left out, it is `model` of opencode',
    expected: providerModel,
    example: strongExample,
  },
  'opencode.provider': {
    says: 'How the provider of the model is reached, where opencode does not know it by itself',
    expected: 'an object with baseUrl, keyVariable or npm',
    example: providerExample,
  },
  'opencode.provider.baseUrl': {
    says: 'Where the API of the provider begins',
    expected: 'an address that begins with http:// or https://',
    example: providerExample,
  },
  'opencode.provider.keyVariable': {
    says: "The variable of the worker's environment that holds the key of the provider",
    expected: 'the name of an environment variable',
    example: providerExample,
  },
  'opencode.provider.npm': {
    says: 'The package that speaks the API of the provider, one of those that opencode bundles',
    expected: 'the name of a package',
    example: providerExample,
  },
  'opencode.env': {
    says: "Further variables of the worker's environment that leaves of opencode get",
    expected: variables,
    example: '{"opencode":{"env":["MY_TENANT"]}}',
  },
};
