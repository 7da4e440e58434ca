import { defaultPayloadConverter } from '@temporalio/common';
import type { Told } from './rig.js';

/** What the run's activities of this type answered with, in order, out of its own history. */
export async function answersOf(told: Pick<Told, 'handle'>, type: string): Promise<readonly unknown[]> {
  const { events } = await told.handle.fetchHistory();
  const scheduled = new Map(
    (events ?? []).flatMap((event) => {
      const name = event.activityTaskScheduledEventAttributes?.activityType?.name;
      return name === undefined || name === null ? [] : [[String(event.eventId), name] as const];
    }),
  );
  return (events ?? []).flatMap((event) => {
    const completed = event.activityTaskCompletedEventAttributes;
    if (completed === undefined || completed === null) return [];
    if (scheduled.get(String(completed.scheduledEventId)) !== type) return [];
    const [payload] = completed.result?.payloads ?? [];
    return payload === undefined ? [] : [defaultPayloadConverter.fromPayload<unknown>(payload)];
  });
}
