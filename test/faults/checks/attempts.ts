import type { MerchantClient } from '../client.ts';
import type { Books } from '../facts.ts';
import { type Violation, violations } from './violation.ts';

/** Those with most attempts, of each merchant. */
const SAMPLE = 60;

/** What merchants are shown of their notifications: as many attempts as were made, the oldest first. */
export async function checkAttemptLogs(
  merchants: readonly MerchantClient[],
  { notifications }: Books,
): Promise<Violation[]> {
  const wrong: string[] = [];
  for (const { key, client } of merchants) {
    const own = notifications.filter((row) => row.attempts > 1 && row.merchant_key === key);
    for (const { id, attempts } of own.sort((a, b) => b.attempts - a.attempts).slice(0, SAMPLE)) {
      const answer = await client.send({ method: 'GET', path: `/open/v1/notification/detail/${id}` });
      const log = (answer?.data.attemptLog ?? []) as { startedAt: string }[];
      const instants = log.map(({ startedAt }) => Date.parse(startedAt));
      const isSorted = instants.every((instant, index) => instant >= (instants[index - 1] ?? 0));
      if (!isSorted || log.length !== attempts)
        wrong.push(`${id}: ${log.length} of ${attempts}: ${log.map(({ startedAt }) => startedAt).join(' ')}`);
    }
  }
  return violations('the attempt log is whole, oldest first', wrong);
}
