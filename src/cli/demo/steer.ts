import type { GateView, StatusView } from '../../contract/views.js';
import type { Look } from '../follow/watch.js';
import type { Io } from '../io.js';
import { paint } from '../render/colour.js';
import { gateText } from '../render/gate.js';
import { send } from '../temporal/send.js';
import type { Server } from '../temporal/server.js';

const because = 'the first test was looked at; the rest of the demo may run by itself';

/**
 * The demo's hand on the wheel: it approves the first test (or watches a person do it), then shifts up. Called
 * after every look at the run.
 */
export class DemoHand {
  readonly #io: Io;
  readonly #server: Server;
  readonly #asksPerson: boolean;
  #gateSeen = false;
  #shifted = false;

  constructor(io: Io, server: Server, asksPerson: boolean) {
    this.#io = io;
    this.#server = server;
    this.#asksPerson = asksPerson;
  }

  async onLook(look: Look): Promise<void> {
    const { status } = look;
    if (status === null) return;
    if (status.gate !== null) {
      this.#gateSeen = true;
      if (!this.#asksPerson) await this.#approve(status, status.gate);
    } else if (this.#gateSeen && !this.#shifted && isPastTheGate(status)) {
      this.#shifted = true;
      if (status.gear.gear === 'review-before') await this.#shift(status.workflowId);
    }
  }

  async #approve(status: StatusView, gate: GateView): Promise<void> {
    const { workflowId } = status;
    this.#io.say(gateText(gate, status, paint(this.#io.colour)));
    this.#io.say(`approved by "demo": pawl approve ${workflowId} --test ${gate.testHash.slice(0, 12)}\n`);
    await send(this.#server, workflowId, { name: 'approve', test: gate.testHash });
  }

  async #shift(workflowId: string): Promise<void> {
    this.#io.say(`shifted by "demo": pawl gear ${workflowId} review-after --because "${because}"`);
    await send(this.#server, workflowId, { name: 'shiftGear', gear: 'review-after', because });
  }
}

/** A rejected test goes back to RED, and a run that ended takes no message: only an opened gate leads to GREEN. */
function isPastTheGate({ state, phase, stop }: StatusView): boolean {
  return state === 'working' && stop === null && phase !== 'red' && phase !== 'gate';
}
