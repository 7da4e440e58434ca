import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { agentCli } from './lib/agent-cli.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run } from './lib/say.mjs';

/** Runs the real agent CLIs through Pawl's own guard against a stand-in for their provider; no key, no account. */
await run(async () => {
  await bootstrap();
  const claude = await agentCli('claude');
  const codex = await agentCli('codex');
  const gemini = await agentCli('gemini');
  const opencode = await agentCli('opencode');
  const srt = await agentCli('srt');
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim();
  const env = {
    ...process.env,
    NODE_OPTIONS: options,
    ...(claude === null ? {} : { PAWL_TEST_CLAUDE: claude }),
    ...(codex === null ? {} : { PAWL_TEST_CODEX: codex }),
    ...(gemini === null ? {} : { PAWL_TEST_GEMINI: gemini }),
    ...(opencode === null ? {} : { PAWL_TEST_OPENCODE: opencode }),
    ...(srt === null ? {} : { PAWL_TEST_SRT: srt }),
  };
  // One after the other: a loaded machine makes a start of a second one of fifteen.
  const args = ['--config', 'jest.agents.config.js', '--runInBand', ...process.argv.slice(2)];
  return takeOver(process.execPath, [join(places.modules, 'jest', 'bin', 'jest.js'), ...args], env);
});
