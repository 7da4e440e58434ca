import { readFile } from 'node:fs/promises';
import { Client } from '@temporalio/client';
import { send } from '../../src/cli/temporal/send.js';
import { operatorOf } from '../../src/cli/operator.js';
import { loadConfig } from '../../src/config.js';
import { noBudget } from '../../src/domain/run/resource-budgets.js';
import { tell, type Rig, type Told } from '../support/rig.js';

/** The leaves that such a run may start, before people add to them. */
export const leavesAtFirst = 10_000;

const results = 'results.xml';
const report =
  '<testsuites><testsuite name="all" tests="1"><testcase classname="all" name="holds"/></testsuite></testsuites>\n';

/** A spec of so many DOCUMENT tasks, with the cheapest suite there is: what costs is Pawl itself. */
export function tellLong(rigged: Rig, count: number): Promise<Told> {
  const tasks = Array.from({ length: count }, (_, at) => `- [ ] **DOC: 1.${at + 1} — part ${at + 1} is told**\n`);
  return tell(rigged, {
    steps: 1,
    tasks: `# Tasks\n\n## 1. Parts\n${tasks.join('')}`,
    files: { 'suite.xml': report, 'suite.sh': `#!/bin/sh\ncp suite.xml ${results}\n`, '.gitignore': `${results}\n` },
    leaves: [
      { role: 'developer', phase: 'refactor', step: '*', attempt: '*', do: [{ append: 'README.md', text: 'more\n' }] },
    ],
    options: {
      testCommand: './suite.sh',
      testResults: `junit:${results}`,
      budgets: { run: { ...noBudget, leaves: leavesAtFirst }, step: noBudget },
    },
  });
}

/** Adds a leaf to the run's budget, as `pawl budget` does, until told to stop; how often. */
export function sendAllAlong(rigged: Rig, told: Told, pauseMs: number): () => Promise<{ sent: number; taken: number }> {
  let isOver = false;
  const sending = (async () => {
    const { PATH = '', HOME = '' } = process.env;
    const config = loadConfig({ PATH, HOME, PAWL_HOME: rigged.home, TEMPORAL_ADDRESS: rigged.server.address });
    const operator = await operatorOf(config);
    const client = new Client({ connection: rigged.client.connection });
    const count = { sent: 0, taken: 0 };
    while (!isOver) {
      const answer = await send({ client, operator, calledAtMs: Date.now() }, told.id, {
        ...{ name: 'addBudget', leaves: 1 },
      }).catch(() => null);
      // The run may end while the last one is on its way.
      if (answer === null) break;
      count.sent += 1;
      if (answer.kind === 'taken') count.taken += 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return count;
  })();
  return async () => {
    isOver = true;
    return sending;
  };
}

/** Resident memory of a process in MiB, read from outside. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
