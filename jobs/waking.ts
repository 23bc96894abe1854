import pMap from 'p-map';
import type { Due } from '../db/queries/notifications/retries.ts';

/** Calls to Temporal at once. */
const CONCURRENCY = 16;

export const queueOf = ({ subjectId, endpointId, merchantKey }: Due) => ({
  subjectId,
  endpointId,
  merchantKey,
});

/** Each once. */
export function queuesOf(due: readonly Due[]) {
  return [
    ...new Map(due.map((one) => [`${one.subjectId} ${one.endpointId}`, queueOf(one)] as const)).values(),
  ];
}

/** All are tried; what fails is found again as stalled. @throws when most fail: then the fault is not theirs. */
export async function tryAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (item: Item) => work(item).catch((error: unknown) => void errors.push(error));
  await pMap(items, attempt, { concurrency: CONCURRENCY });
  if (errors.length * 2 > items.length) throw errors[0];
  for (const error of errors) onError(error);
}
