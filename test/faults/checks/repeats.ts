import type { Books } from '../facts.ts';
import type { Redelivery } from '../journal.ts';
import type { Receipt } from '../receiver.ts';
import { type Violation, violations } from './violation.ts';

/** The request of an attempt that was cut off may be read so much later than that of the next one. */
const TOLERANCE_MS = 1_000;

/**
 * A notification comes again for a reason: it was answered wrongly, its attempt was cut off (nothing that acknowledges is in
 * the books then), or somebody asked for it. For the books an attempt that is frozen for longer than its claim lasts, 15 s,
 * is cut off too: `--freeze` beyond that may find it.
 */
export function checkRepeats(
  { notifications }: Books,
  receipts: readonly Receipt[],
  redeliveries: readonly Redelivery[],
): Violation[] {
  const arrivals = Map.groupBy(receipts, ({ notificationId }) => notificationId);
  const requests = Map.groupBy(redeliveries, ({ notificationId }) => notificationId);
  const surplus = notifications.flatMap(({ id, acknowledgements }) => {
    const asked = requests.get(id)?.length ?? 0;
    return acknowledgements.length <= 1 + asked
      ? []
      : [`${id}: acknowledged ${acknowledgements.length} times, asked for ${asked} times`];
  });
  const causeless = notifications.flatMap(({ id, acknowledgements }) =>
    (arrivals.get(id) ?? [])
      .filter(({ at }) => {
        const known = acknowledgements.filter((instant) => instant.getTime() + TOLERANCE_MS < at);
        const asked = (requests.get(id) ?? []).filter((request) => request.at <= at);
        return known.length > asked.length;
      })
      .map(({ at }) => `${id}: arrived ${stamp(at)}; ${courseOf(arrivals.get(id) ?? [], acknowledgements)}`),
  );
  return [
    ...violations('a notification is acknowledged once, and once for each time it is asked for', surplus),
    ...violations('what is acknowledged in the books does not arrive again unasked', causeless),
  ];
}

/**
 * What was acknowledged and is asked for again arrives again. Where an earlier request for it had no answer it may be that one
 * which is carried out, and the later one that finds it under way: nothing follows from these.
 */
export function checkGranted(receipts: readonly Receipt[], redeliveries: readonly Redelivery[]): Violation[] {
  const arrivals = Map.groupBy(receipts, ({ notificationId }) => notificationId);
  const missing = [...Map.groupBy(redeliveries, ({ notificationId }) => notificationId)].flatMap(
    ([id, requests]) => {
      const unknown = requests.findIndex(({ isGranted }) => !isGranted);
      const known = unknown < 0 ? requests : requests.slice(0, unknown);
      const unmet = known.filter(
        ({ wasAcknowledged, at }) => wasAcknowledged && !arrivals.get(id)?.some((one) => one.at >= at),
      );
      return unmet.map(({ at }) => `${id}: asked for again ${stamp(at)}, and never came`);
    },
  );
  return violations('what is acknowledged and asked for again arrives again', missing);
}

function courseOf(receipts: readonly Receipt[], acknowledgements: readonly Date[]): string {
  const arrived = receipts.map(({ at, acknowledged }) => `${stamp(at)}${acknowledged ? ' (200)' : ''}`);
  const known = acknowledgements.map((instant) => stamp(instant.getTime()));
  return `all that arrived: ${arrived.join(' ')}; acknowledged in the books: ${known.join(' ')}`;
}

function stamp(ms: number): string {
  return new Date(ms).toISOString();
}
