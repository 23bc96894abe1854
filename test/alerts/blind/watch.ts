/** What of a failure reaches the pager: after Alertmanager's inhibition, and what is inhibited by the end of its `group_wait` was never sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Alert, Prometheus } from '../prometheus.ts';
import type { ExpectedPage } from './cases.ts';

const WITHIN_MS = 120_000;
const GROUP_WAIT_MS = 30_000;
const POLL_MS = 2_000;
const QUIET_WITHIN_MS = 300_000;

export interface Watched {
  /** Seconds from the failure until the expected page fires; undefined: not within two minutes. */
  readonly firingAfter: number | undefined;
  /** What else was sent. */
  readonly others: readonly string[];
}

/** @param loud what no other alert inhibits. */
export function createWatch(
  { alerts }: Prometheus,
  loud: (firing: readonly Alert[]) => Alert[],
  page: ExpectedPage,
) {
  const struck = Date.now();
  const loudSince = new Map<string, number>();
  const others = new Set<string>();
  let firingAfter: number | undefined;
  const judge = (pages: readonly Alert[], at: number) => {
    const names = pages.map(nameOf);
    for (const name of loudSince.keys()) if (!names.includes(name)) loudSince.delete(name);
    for (const alert of pages) {
      const since = loudSince.get(nameOf(alert)) ?? at;
      loudSince.set(nameOf(alert), since);
      if (isExpected(alert, page)) {
        if (at <= struck + WITHIN_MS) firingAfter ??= (at - struck) / 1_000;
      } else if (at - since >= GROUP_WAIT_MS) others.add(nameOf(alert));
    }
  };
  return {
    async during(ms: number): Promise<void> {
      for (const end = Date.now() + ms; Date.now() < end; ) {
        await sleep(POLL_MS);
        const at = Date.now();
        const firing = (await alerts()).filter(({ state }) => state === 'firing');
        judge(
          loud(firing).filter(({ labels }) => labels.severity === 'page'),
          at,
        );
      }
    },
    result: (): Watched => ({ firingAfter, others: [...others] }),
  };
}

/** Waits until nobody is paged, and nothing waits to. @throws Error when it is not quiet within minutes */
export async function untilQuiet({ alerts }: Prometheus): Promise<void> {
  const by = Date.now() + QUIET_WITHIN_MS;
  // Each has to be scraped and judged.
  await sleep(GROUP_WAIT_MS);
  for (;;) {
    const left = (await alerts()).filter(({ labels }) => labels.severity === 'page');
    if (left.length === 0) return;
    if (Date.now() > by) throw new Error(`not quiet: ${[...new Set(left.map(nameOf))].join(', ')}`);
    await sleep(POLL_MS);
  }
}

function isExpected({ name, labels }: Alert, { alert, label }: ExpectedPage): boolean {
  return name === alert && (label === undefined || labels[label[0]] === label[1]);
}

/** With what distinguishes it. */
function nameOf({ name, labels }: Alert): string {
  const { part, job, role, queue, kind, work } = labels;
  return `${name} ${part ?? role ?? queue ?? kind ?? work ?? job ?? ''}`.trim();
}
