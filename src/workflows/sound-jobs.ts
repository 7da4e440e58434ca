import {
  defaultPayloadConverter,
  type ActivateInput,
  type Next,
  type Payload,
  type WorkflowInterceptors,
  type WorkflowInternalsInterceptor,
} from '@temporalio/workflow';

/** Stands before a name that the SDK keeps for itself. */
const mark = '(reserved) ';
const reserved = '__temporal_';

/** The name as it was sent. */
export function sentName(name: string): string {
  return name.startsWith(mark) ? name.slice(mark.length) : name;
}

interface Letter {
  name?: string | null;
  signalName?: string | null;
  input?: Payload[] | null;
}

/**
 * The SDK throws before any handler is asked when a message has a name of its own, or a payload in an encoding it does
 * not know: the workflow task would fail for ever (D6). Here both become what a handler can refuse. The same message
 * becomes the same thing in a replay.
 */
function makeSound(letter: Letter): void {
  if (letter.signalName?.startsWith(reserved) === true) letter.signalName = mark + letter.signalName;
  if (letter.name?.startsWith(reserved) === true) letter.name = mark + letter.name;
  if (letter.input?.every(isReadable) === false) {
    // An object with a key that no message knows: refused by each of them, also by those that need no payload.
    letter.input = [defaultPayloadConverter.toPayload({ unreadable: true })];
  }
}

function isReadable(payload: Payload): boolean {
  try {
    defaultPayloadConverter.fromPayload(payload);
    return true;
  } catch {
    return false;
  }
}

const internals: WorkflowInternalsInterceptor = {
  activate(input: ActivateInput, next: Next<WorkflowInternalsInterceptor, 'activate'>): void {
    for (const { signalWorkflow, doUpdate } of input.activation.jobs ?? []) {
      if (signalWorkflow) makeSound(signalWorkflow);
      if (doUpdate) makeSound(doUpdate);
    }
    next(input);
  },
};

/** Found under this name by the SDK, which bundles this module beside the workflow. */
export const interceptors = (): WorkflowInterceptors => ({ internals: [internals] });
