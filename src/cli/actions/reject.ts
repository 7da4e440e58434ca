import { CliError, type Io } from '../io.js';
import { theRun } from '../runs/which.js';
import { onServer } from '../temporal/server.js';
import { decide } from './decide.js';

export async function reject(io: Io, typed: string | null, flags: { because?: string; json?: boolean }): Promise<void> {
  const because = flags.because?.trim() ?? '';
  if (because === '')
    throw new CliError(2, 'A rejection needs a reason: pawl reject --because "it tests the helper, not the behaviour"');
  const message = { name: 'reject', because: because.slice(0, 1_000) } as const;
  await onServer(io, async (server) => {
    const { workflowId } = await theRun(server, typed, process.cwd());
    await decide(io, server, { workflowId, message, json: flags.json === true });
  });
}
