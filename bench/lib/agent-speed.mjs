import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAgents } from '../../dist/adapters/agents/agents.js';
import { agentCli } from '../../scripts/lib/agent-cli.mjs';
import { leafRig } from './leaf-rig.mjs';
import { quantiles } from './story.mjs';

/** @type {Readonly<Record<string, { key: string, settings: (path: string, url: string) => object, env: (url: string) => Record<string, string>, asks: string }>>} */
const clis = {
  claude: {
    key: 'ANTHROPIC_API_KEY',
    settings: (path) => ({ claude: { path } }),
    env: (url) => ({ ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: url }),
    asks: '/v1/messages',
  },
  codex: {
    key: 'OPENAI_API_KEY',
    settings: (path, url) => ({ claude: {}, codex: { path, provider: { name: 'stub', baseUrl: url } } }),
    env: () => ({ OPENAI_API_KEY: 'bench' }),
    asks: '/responses',
  },
};

/**
 * From the start of a real agent CLI to the first byte it asks of its provider, which is a stand-in on loopback: bare,
 * and through Pawl, with the same arguments, environment and prompt. A CLI that can't be had is named as skipped.
 */
export async function measureAgents(/** @type {object} */ all, /** @type {number} */ rounds) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const name of Object.keys(clis)) {
    const path = await agentCli(/** @type {'claude' | 'codex'} */ (name));
    found[name] = path === null ? `skipped: ${name} not installed` : await measureAgent({ name, path, all, rounds });
  }
  return found;
}

async function measureAgent({ name, path, all, rounds }) {
  const cli = clis[name];
  const stub = await standIn(cli.asks);
  const settings = { claude: {}, command: null, ...cli.settings(path, stub.url) };
  const env = { ...process.env, ...cli.env(stub.url) };
  const agent = createAgents({ ...settings, env, path: process.env['PATH'] ?? '' }).find((one) => one.name === name);
  const probed = await agent.probe();
  if (!probed.usable) return `skipped: ${probed.problem}`;
  /** @type {Record<string, number[]>} */
  const took = { bare: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [kind, jail] of [['bare', all.process], ...Object.entries(all)]) {
        const rig = leafRig(jail);
        const job = jobFor(rig, kind, round);
        const command = agent.plan(job);
        // As an activity does before each program, while it lays the leaf's folder.
        await rig.comingUp();
        const asked = stub.next();
        const from = performance.now();
        const abort = new AbortController();
        const ended =
          kind === 'bare' ? bare(command, rig, abort.signal) : rig.run({ ...command, network: true }, abort.signal);
        const at = await Promise.race([asked, ended.then(() => null)]);
        abort.abort();
        await ended;
        rig.remove();
        if (at === null) return `skipped: ${name} ended before it asked anything (${kind})`;
        if (round > 0) (took[kind] ??= []).push(at - from);
      }
    }
  } finally {
    stub.close();
  }
  const ms = Object.fromEntries(Object.entries(took).map(([kind, values]) => [kind, quantiles(values)]));
  const over = (/** @type {string} */ kind) => Math.round((ms[kind].p50 / ms.bare.p50 - 1) * 100);
  return { version: probed.version, firstByteAskedMs: ms, overBarePercent: over('process') };
}

function jobFor({ work, home, temporary, folder }, /** @type {string} */ kind, /** @type {number} */ round) {
  const schema = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
  return {
    ...{ leafId: `bench/${kind}/${round}/${process.pid}`, role: 'developer', phase: 'red', step: '1', attempt: 1 },
    ...{ prompt: 'Say done.', shell: true, schema, env: {}, idleTimeoutMs: 100_000 },
    jail: kind === 'bubblewrap' ? 'bubblewrap' : 'process',
    folders: { work, home, temporary, logs: folder },
  };
}

async function bare({ argv: [program = '', ...args], env, stdin }, rig, /** @type {AbortSignal} */ signal) {
  const child = spawn(program, args, {
    cwd: rig.work,
    env: { ...rig.env, ...env },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  signal.addEventListener('abort', end, { once: true });
  await once(child, 'exit');
}

/** Never answers: what counts is when it was asked. Other questions, such as for versions, are refused at once. */
async function standIn(/** @type {string} */ asks) {
  /** @type {(at: number) => void} */
  let tell = () => undefined;
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url?.split('?')[0].endsWith(asks)) tell(performance.now());
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    next: () => new Promise((resolve) => (tell = resolve)),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
