import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { removal } from '../support/removal.js';
import { noLeaf } from './support/facts.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

/** Programs in the place of agents; nobody asks a model. */
const folder = mkdtempSync(join(tmpdir(), 'pawl-agents-'));
const plain = join(folder, 'my-agent');
const older = join(folder, 'codex');
writeFileSync(plain, '#!/bin/sh\necho hello\n', { mode: 0o644 });
writeFileSync(older, '#!/bin/sh\necho codex-cli 0.1.0\n', { mode: 0o755 });
afterAll(() => rm(folder, removal));

const config = { claude: { path: join(folder, 'claude') }, command: { argv: [plain] }, codex: { path: older } };

playFaults(
  'agents that are not there, or not the right ones',
  'process',
  [
    storyFault({
      id: 'F34',
      title: 'its program is missing',
      expected: 'agent-missing',
      story: { options: { agent: 'claude', scenario: null } },
      says: [/^bailed: agent-missing: .*claude.*expected an absolute path, for example/],
      holds: noLeaf,
    }),
    storyFault({
      id: 'F34 (mode)',
      title: 'its program may not be executed',
      expected: 'agent-missing',
      story: { options: { agent: 'command', scenario: null } },
      says: [/^bailed: agent-missing: .*my-agent/],
      holds: noLeaf,
    }),
    storyFault({
      id: 'F34 (version)',
      title: 'its program is too old (agent-config in design 9)',
      expected: 'agent-config',
      story: { options: { agent: 'codex', scenario: null } },
      says: [/^bailed: agent-config: codex 0\.1\.0 .*is too old; expected .* or newer/],
      holds: noLeaf,
    }),
  ],
  { config },
);
