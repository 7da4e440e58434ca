import type { Config } from '../../config.js';
import { searchAttributeTypes } from '../../contract/search-attributes.js';
import { ownServer } from '../operator.js';
import { judgeAttributes } from './attributes.js';
import { limited, type Check, type Round } from './check.js';
import { judgeServer, unasked, type ServerPlace } from './server.js';
import { listens, lookAtServer, type ServerAnswer } from './server-look.js';
import { judgeWorker } from './worker.js';

interface Found {
  readonly place: ServerPlace;
  readonly hostId: string | null;
  readonly answer: ServerAnswer;
}

/** The server, its search attributes and who polls it: one connection for all three. */
export async function serverChecks(round: Round, config: Config): Promise<readonly Check[]> {
  const where = await whereItIs(config);
  const isOpen = !where.isDown && (await listens(where.place.address));
  // Loading is no waiting: on a busy machine it takes longer than the answer, and no clock runs for it.
  if (isOpen) await import('@temporalio/client');
  const asked = isOpen ? ask(config, where, round.limitMs) : silent(where);
  // Each check waits for it by itself; its failure is told by them.
  asked.catch(() => null);
  const check = (name: string, judge: (found: Found) => Check): Promise<Check> =>
    limited(round, name, async () => {
      const found = await asked;
      return judge(found);
    });
  return Promise.all([
    check('server', ({ place, answer }) => judgeServer(place, answer)),
    check('attributes', ({ place, answer }) => {
      const attributes = answer.kind === 'answers' ? answer.look.attributes : null;
      return unasked('attributes', answer) ?? judgeAttributes(place, searchAttributeTypes, attributes);
    }),
    check('worker', ({ hostId, answer }) => {
      const queues = answer.kind === 'answers' ? answer.look.queues : null;
      return unasked('worker', answer) ?? judgeWorker(queues, hostId);
    }),
  ]);
}

interface Where {
  readonly place: ServerPlace;
  readonly hostId: string | null;
  readonly isDown: boolean;
}

/** From files alone. */
async function whereItIs(config: Config): Promise<Where> {
  const { address: named, namespace } = config.temporal;
  const { existingHostId } = await import('../../local/machine-probes.js');
  const [own, hostId] = await Promise.all([
    named === null ? ownServer(config.home) : null,
    existingHostId(config.home),
  ]);
  const address = named ?? own?.address ?? '';
  const place = { address, namespace, isNamed: named !== null, own: own?.state ?? null };
  return { place, hostId, isDown: own?.isDown === true };
}

async function ask(config: Config, { place, hostId }: Where, limitMs: number): Promise<Found> {
  return { place, hostId, answer: await lookAtServer({ config, address: place.address, hostId, limitMs }) };
}

function silent({ place, hostId, isDown }: Where): Promise<Found> {
  const why = isDown ? 'it does not run' : 'nothing answers there';
  return Promise.resolve({ place, hostId, answer: { kind: 'silent', why } });
}
