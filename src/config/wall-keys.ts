import type { KeyRules } from '../domain/settings/key-rules.js';

const networkExample = '{"network":{"planner":false,"tests":true}}';
const sandboxExample = '{"jail":"sandbox-runtime","sandboxRuntime":{"allowHosts":["api.anthropic.com"]}}';

function network(key: string, says: string): KeyRules {
  return {
    [`network.${key}`]: { says, expected: 'true or false', example: `{"network":{"${key}":false}}` },
  };
}

/** The keys of config.json that are about what holds a run's programs. */
export const wallKeys: KeyRules = {
  jail: {
    says: 'What holds leaves and tests inside their folders; all but "auto" and "process" start nothing without walls',
    expected: '"auto", "bubblewrap", "process", "required" or "sandbox-runtime"',
    example: '{"jail":"required"}',
  },
  sandboxRuntime: {
    says: 'Settings of the jail "sandbox-runtime", a program of its own that Pawl does not bring along',
    expected: 'an object with path, allowHosts or both',
    example: sandboxExample,
  },
  'sandboxRuntime.path': {
    says: 'Where its program srt lies; left out, it is looked for on PATH',
    expected: 'a path; one that is not absolute counts from the folder of config.json',
    example: '{"jail":"sandbox-runtime","sandboxRuntime":{"path":"~/.local/bin/srt"}}',
  },
  'sandboxRuntime.allowHosts': {
    says: 'The hosts that a program with network reaches there; none when left out',
    expected: 'a list of at most 100 host names; "*." in front stands for all names below',
    example: sandboxExample,
  },
  network: {
    says: 'Who has the network, where that is not what Pawl takes by itself; the process jail holds none of it',
    expected: 'an object of planner, developer, debugger, verifier, domainReviewer, critic, tests, setup',
    example: networkExample,
  },
  ...network('planner', 'Has the planner the network? true when left out'),
  ...network('developer', 'Have developers the network? true when left out'),
  ...network('debugger', 'Has the debugger the network? true when left out'),
  ...network('verifier', 'Has the verifier the network? Left out: when its agent needs it to reach its model'),
  ...network(
    'domainReviewer',
    'Has the domain reviewer the network? Left out: when its agent needs it to reach its model',
  ),
  ...network('critic', 'Has the critic the network? Left out: when its agent needs it to reach its model'),
  ...network('tests', 'Have tests, checks and hooks the network? false when left out'),
  ...network('setup', 'Has the installing of dependencies the network? true when left out'),
  agentConfig: {
    says: "Do planner, developer and debugger get the repository's own agent configuration (.claude, .mcp.json, CLAUDE.md …)? withhold when left out",
    expected: '"withhold" or "allow"',
    example: '{"agentConfig":"allow"}',
  },
};
