import { loadConfig } from '../../config.js';
import { searchAttributeTypes } from '../../contract/search-attributes.js';
import { ensureServer } from '../../embedded/ensure-server.js';
import type { TemporalServer } from '../../embedded/server-request.js';
import type { Io } from '../io.js';
import { backgroundWorker } from '../worker-process/record.js';

/** @throws {ConfigError} {ServerError} */
export async function bringUp(io: Io, json: boolean): Promise<void> {
  const config = loadConfig();
  for (const notice of config.notices) io.say(notice);
  const server = await ensureServer({ config, own: false, searchAttributes: searchAttributeTypes, progress: io });
  const { address, uiUrl, version, pid, how } = server;
  if (json) io.json({ address, ui: uiUrl, version, pid, how, home: config.home });
  else for (const line of lines(server)) io.data(line);
  const worker = await backgroundWorker(config.home);
  if (worker === null) io.say('Next: pawl worker --detach, then for example: pawl run docs/issue.md');
  else io.say(`A worker runs in the background (pid ${worker.pid}). Next, for example: pawl run docs/issue.md`);
}

function lines({ address, uiUrl, version, pid, how }: TemporalServer): readonly string[] {
  if (how === 'external') return [`The Temporal server at ${address} answers; nothing was started.`];
  const what = how === 'started' ? 'is up' : 'was up already';
  return [`Temporal ${version ?? ''} ${what} at ${address} (pid ${pid ?? '-'})`, `Web UI: ${uiUrl ?? '-'}`];
}
