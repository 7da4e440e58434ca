/**
 * JavaScript for a reporter that runs in the runner's main process: takes the key, whose file it deletes, and gives
 * `write`, which appends each record as a sealed line (`sealed-file.ts`) at once, so that a run that is ended from
 * outside leaves what it saw. It expects `fs`, `crypto`, `join` and `folder` in its scope.
 */
export const sealedWriterSource = `
const { appendFileSync, openSync, readFileSync, unlinkSync } = fs;
const { createHmac } = crypto;
const key = readFileSync(join(folder, 'pawl-key'));
unlinkSync(join(folder, 'pawl-key'));
const out = openSync(join(folder, 'pawl-events.jsonl'), 'ax', 0o600);
let count = 0;

function write(record) {
  const body = JSON.stringify(record);
  const seal = createHmac('sha256', key).update(count + ':' + body).digest('hex').slice(0, 32);
  count += 1;
  appendFileSync(out, seal + ' ' + body + '\\n');
}

// By default this signal opens a debugger, through which a test could reach into this process.
process.on('SIGUSR1', () => {});

const text = (value, most) => (typeof value === 'string' ? value.slice(0, most) : null);
const ms = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
`;
