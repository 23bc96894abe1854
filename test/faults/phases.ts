import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Random } from '../support/random.ts';
import { createChaos, type FaultTally } from './chaos.ts';
import { checkAttemptLogs } from './checks/attempts.ts';
import { checkChanges } from './checks/changes.ts';
import { checkClients } from './checks/clients.ts';
import { checkDeliveries } from './checks/deliveries.ts';
import { checkHolds } from './checks/holds.ts';
import { checkLifecycles } from './checks/lifecycles.ts';
import { checkOffers, countOffers } from './checks/offers.ts';
import { checkGranted, checkRepeats } from './checks/repeats.ts';
import { checkReplays } from './checks/replays.ts';
import { violations } from './checks/violation.ts';
import { checkWorkflows } from './checks/workflows.ts';
import { checkWrites } from './checks/writes.ts';
import type { PatientClient } from './client.ts';
import { type Clients, configure, connect } from './clients.ts';
import { databaseAddress } from './database-address.ts';
import { drain } from './drain.ts';
import { readBooks, readWorkflows, withTemporal } from './facts.ts';
import type { FaultOptions } from './index.ts';
import type { Journal } from './journal.ts';
import { askAgain } from './moving.ts';
import { endTurns, guaranteeStarts, openOffers } from './offers.ts';
import { noBusyOrders, walk } from './traffic.ts';
import { type FaultWorld, receiversOf } from './world.ts';

/** After the chaos the most patient clients have this long to get their answers. */
const LAST_ANSWERS_MS = 60_000;
/** So many of the moves that nobody knows the end of are asked for again. */
const INQUIRIES = 400;
const INQUIRERS = 8;
const INQUIRE_WITHIN_MS = 60_000;

export interface Load {
  readonly world: FaultWorld;
  readonly clients: Clients;
  readonly journal: Journal;
  readonly random: Random;
  /** Aborted when even the most patient clients give up. */
  readonly patience: AbortController;
}

/** Clients load the platform while the chaos rages. @returns the faults. */
export async function load(
  options: FaultOptions,
  { world, clients, journal, random, patience }: Load,
): Promise<FaultTally> {
  const enough = new AbortController();
  const busy = noBusyOrders();
  const studio = clients.fresh.at(-1)?.client as PatientClient;
  const agencies = clients.agencies.map(({ key }) => key);
  const offers = await openOffers(studio, clients.guides, agencies, options.minutes);
  const traffic = { ...clients, offers, journal, random, busy, run: `s${options.seed}` };
  const walkers = Array.from({ length: options.clients }, (_, n) => walk(traffic, `c${n}`, enough.signal));
  const chaos = createChaos({
    ...options,
    busy,
    disk: world.disk,
    dataDir: world.platform.dataDir,
    parts: world.parts,
    databaseUrl: world.platform.info.database,
    adminUrl: databaseAddress(world.platform, 'guidepost'),
    receivers: receiversOf(world),
    random: random.fork('chaos'),
  });
  try {
    const halfWay = sleep(options.minutes * 30_000).then(() => guaranteeStarts(studio, offers));
    await Promise.all([halfWay, chaos.run(Date.now() + options.minutes * 60_000, options.rounds)]);
  } finally {
    await chaos.heal();
    enough.abort();
  }
  const giveUp = sleep(LAST_ANSWERS_MS, undefined, { signal: patience.signal }).then(() => patience.abort());
  giveUp.catch(() => {});
  await Promise.all(walkers);
  await endTurns(studio, clients.guides, offers);
  return chaos.tally;
}

/** What was not answered during the chaos, and a part of what was, is asked for again under its key. */
export async function inquire(
  world: Parameters<typeof connect>[0],
  journal: Journal,
  random: Random,
): Promise<void> {
  const signal = AbortSignal.timeout(INQUIRE_WITHIN_MS);
  const clients = { ...(await connect(world, journal, random, signal)), journal };
  const unanswered = journal.moves.filter(({ outcome }) => outcome.kind === 'unanswered');
  const others = journal.moves.filter(({ outcome }) => outcome.kind !== 'unanswered');
  const intents = [...unanswered.slice(-INQUIRIES), ...others.slice(-INQUIRIES / 4)];
  await pMap(intents, (intent) => askAgain(clients, intent), { concurrency: INQUIRERS });
}

/** Waits until nothing is under way. @returns what ought to have ended, and had not. */
export async function settle(
  world: FaultWorld,
  clients: Clients,
  { drainMinutes, nudgeAfterMs = 0 }: FaultOptions,
) {
  const begun = Date.now();
  const { database: databaseUrl, temporalAddress, temporalNamespace } = world.platform.info;
  const { left, forgotten } = await drain({
    databaseUrl,
    temporalAddress,
    temporalNamespace,
    nudge: () => configure(world, clients.fresh),
    nudgeAfterMs,
    withinMs: drainMinutes * 60_000,
  });
  const unsettled = [
    ...violations('everything under way ends', left === '' ? [] : [left]),
    ...violations('no notification is forgotten until its merchant saves its address', forgotten),
  ];
  return { unsettled, drainSeconds: (Date.now() - begun) / 1_000 };
}

/** Holds what clients and receivers saw against the books and the workflows. */
export async function check(world: FaultWorld, clients: Clients, journal: Journal) {
  const { platform } = world;
  const books = await readBooks(platform.info.database);
  const startedHolds = [...books.holds.values()].flatMap((hold) => (hold.is_started ? [hold.id] : []));
  const receipts = receiversOf(world).flatMap((receiver) => receiver.receipts);
  const [workflows, { replayed, violations: replays }] = await withTemporal(platform.info, async (client) => [
    await checkWorkflows(client, await readWorkflows(client), books),
    await checkReplays(client, platform.dataDir, [...books.orders.keys(), ...startedHolds]),
  ]);
  return {
    orders: books.orders.size,
    notifications: { events: books.notifications.length, received: receipts.length },
    offers: countOffers(books),
    replayed,
    violations: [
      ...checkClients(journal, books),
      ...checkLifecycles(books),
      ...checkHolds(journal, books),
      ...checkOffers(journal, books),
      ...checkChanges(journal, books),
      ...checkWrites(journal, books),
      ...checkDeliveries(books, receipts),
      ...checkRepeats(books, receipts, journal.redeliveries),
      ...checkGranted(receipts, journal.redeliveries),
      ...workflows,
      ...replays,
      ...(await checkAttemptLogs(clients.fresh, books)),
    ],
  };
}
