import { Client, Connection } from '@temporalio/client';
import type { Ground, WatchedRun } from '../support/fault.js';
import { outcomeOf } from '../support/ground.js';

const mostMs = 15_000;

/** A client whose connection no killed server has ever seen: one that has seen many may wait for an answer for ever. */
async function freshConnection({ rig }: Ground): Promise<Connection> {
  return Connection.connect({ address: rig.server.address, connectTimeout: mostMs });
}

/** Has the run ended? A server that is just coming up says nothing yet. */
export async function isOver(ground: Ground, { told }: WatchedRun): Promise<boolean> {
  const connection = await freshConnection(ground).catch(() => null);
  if (connection === null) return false;
  const { workflow } = new Client({ connection });
  const described = connection.withDeadline(Date.now() + mostMs, () => workflow.getHandle(told.id).describe());
  const over = await described.then(
    ({ status }) => status.name !== 'RUNNING',
    () => false,
  );
  await connection.close();
  return over;
}

/** From now on the ground has a connection that works for certain; gives the run that asks by it. */
export async function reconnect(ground: Ground, run: WatchedRun): Promise<WatchedRun> {
  const client = new Client({ connection: await freshConnection(ground) });
  // A rig is one object, and a ground starts its stories by it.
  Object.assign(ground.rig, { client });
  const handle = client.workflow.getHandle(run.told.id);
  const told = { ...run.told, handle, result: () => handle.result() as ReturnType<typeof run.told.result> };
  return { ...run, told, outcome: () => outcomeOf(told) };
}
