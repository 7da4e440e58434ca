import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run, say } from './lib/say.mjs';

/**
 * Kills worker, server and both at every crash point: `npm run faults:sweep -- [--seeds 1] [--lanes 2] [--go-on] [--json]`.
 * `--go-on` leaves out the runs that a sweep which was cut off has behind it. Last line: `{"kills":N,"lost":0,"doubled":0}`.
 */
await run(async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '3' },
      lanes: { type: 'string', default: '2' },
      'go-on': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  await bootstrap();
  const results = join(places.scratch, 'faults-sweep.jsonl');
  mkdirSync(places.scratch, { recursive: true });
  if (!values['go-on']) rmSync(results, { force: true });
  const code = await jest({
    PAWL_SWEEP_SEEDS: values.seeds,
    PAWL_SWEEP_LANES: values.lanes,
    PAWL_SWEEP_RESULTS: results,
  });
  const swept = readResults(results);
  const sum = (/** @type {'kills' | 'lost' | 'doubled'} */ key) => swept.reduce((total, one) => total + one[key], 0);
  const bad = swept.filter(({ outcome, broken }) => outcome !== 'done' || broken.length > 0);
  for (const { key, outcome, broken } of bad) say(`${key}: ${outcome}: ${broken.join('; ')}`);
  if (values.json) for (const one of swept) console.log(JSON.stringify(one));
  console.log(JSON.stringify({ kills: sum('kills'), lost: sum('lost'), doubled: sum('doubled') }));
  return code !== 0 || bad.length > 0 ? 1 : 0;
});

/** @returns {readonly { key: string, kills: number, lost: number, doubled: number, outcome: string, broken: string[] }[]} */
function readResults(/** @type {string} */ path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function jest(/** @type {Record<string, string>} */ env) {
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim();
  const config = join(places.root, 'jest.sweep.config.js');
  const args = [join(places.modules, 'jest', 'bin', 'jest.js'), '--config', config, '--runInBand', '--forceExit'];
  return takeOver(process.execPath, args, { ...process.env, ...env, NODE_OPTIONS: options });
}
