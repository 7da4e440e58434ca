import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { takeOver } from './lib/child.mjs';
import { countFaults, faultLine, faultsPage, readFaults } from './lib/fault-lines.mjs';
import { places } from './lib/places.mjs';
import { run, say } from './lib/say.mjs';

const usage = `npm run faults [-- --only F5,F12 --json --record]
  --only    some faults of the catalogue, by number
  --json    one JSON object a fault on stdout
  --record  writes what was seen to docs/faults.md`;

/**
 * Plays the faults of the catalogue against real servers, workers and repositories; an oracle looks at each run from outside. The
 * last line is \`{"expected":N,"held":N}\`: faults by number, those that can't be played on this machine left out and named.
 */
await run(async () => {
  const wish = wishOf(process.argv.slice(2));
  await bootstrap();
  const folder = mkdtempSync(join(tmpdir(), 'pawl-faults-results-'));
  const results = join(folder, 'lines.jsonl');
  const started = Date.now();
  try {
    const only = wish.only.length === 0 ? [] : ['-t', `\\b(${wish.only.join('|')})(:| \\()`];
    const own = ['--config', 'jest.faults.config.js', '--maxWorkers=2', '--silent', ...only];
    const code = await takeOver(
      process.execPath,
      [join(places.modules, 'jest', 'bin', 'jest.js'), ...own],
      {
        ...process.env,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim(),
        PAWL_FAULTS_RESULTS: results,
      },
      // Jest tells its story on stderr; stdout is for the lines below.
    );
    const lines = existsSync(results) ? readFaults(results) : [];
    for (const line of lines) console.log(wish.json ? JSON.stringify(line) : faultLine(line));
    const count = countFaults(lines);
    if (wish.record) {
      writeFileSync(join(places.root, 'docs/faults.md'), faultsPage(lines, (Date.now() - started) / 1_000));
      say('docs/faults.md is written');
    }
    console.log(JSON.stringify(count));
    return count.expected > 0 && count.held === count.expected ? code : Math.max(code, 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function wishOf(/** @type {readonly string[]} */ args) {
  const wish = { only: /** @type {string[]} */ ([]), json: false, record: false };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at];
    if (arg === '--json') wish.json = true;
    else if (arg === '--record') wish.record = true;
    else if (arg === '--only') wish.only = (args[(at += 1)] ?? '').split(',');
    else throw new Error(`unknown: ${arg}\n${usage}`);
  }
  const odd = wish.only.find((id) => !/^F[1-9]\d?$/.test(id));
  if (odd !== undefined) throw new Error(`--only "${odd}": expected numbers of the catalogue\n${usage}`);
  return wish;
}
