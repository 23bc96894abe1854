import { setTimeout as sleep } from 'node:timers/promises';
import type { Say } from '../../embedded/say.ts';
import { createChaos, type FaultTally } from './chaos.ts';
import { checkClients } from './checks/clients.ts';
import { checkDeliveries } from './checks/deliveries.ts';
import { checkLifecycles } from './checks/lifecycles.ts';
import type { Violation } from './checks/violation.ts';
import { checkWorkflows } from './checks/workflows.ts';
import { createClient, type PatientClient } from './client.ts';
import { drain, saveCallback } from './drain.ts';
import { readBooks, readWorkflows, withTemporal } from './facts.ts';
import { createJournal, type Journal } from './journal.ts';
import { createRandom, type Random } from './random.ts';
import { type Agency, walk } from './traffic.ts';
import { createFaultWorld, type FaultWorld } from './world.ts';

export interface FaultOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Every part is killed so often at least, however long that takes. */
  readonly rounds: number;
  readonly clients: number;
  readonly pauseMs: readonly [number, number];
  readonly lastsMs: readonly [number, number];
  /** How long what is under way may take to end when everything is healed. */
  readonly drainMinutes: number;
  /** The data folder is this one, and is left there. */
  readonly keep?: string | undefined;
  readonly say: Say;
}

export interface FaultResult {
  readonly seed: number;
  readonly seconds: number;
  readonly faults: FaultTally;
  readonly journal: Journal;
  readonly orders: number;
  readonly notifications: { readonly events: number; readonly received: number };
  readonly drainSeconds: number;
  readonly violations: readonly Violation[];
}

/** After the chaos the most patient clients have this long to get their answers. */
const LAST_ANSWERS_MS = 60_000;
const GUIDES = 12;

/** Loads a platform of its own while parts of it die, heals it, and checks everything against what clients know. */
export async function runFaults(options: FaultOptions): Promise<FaultResult> {
  const begun = Date.now();
  const random = createRandom(options.seed);
  const journal = createJournal();
  const world = await createFaultWorld(options.say, options.keep);
  const patience = new AbortController();
  try {
    const clients = await connect(world, journal, random, patience.signal);
    options.say('the platform is up; the chaos begins');
    const faults = await load(options, world, clients, journal, random, patience);
    options.say('everything is healed; what is under way may end');
    const drainBegun = Date.now();
    const { database: databaseUrl, temporalAddress } = world.platform.info;
    const left = await drain({
      databaseUrl,
      temporalAddress,
      nudge: () => configure(world, clients.fresh),
      withinMs: options.drainMinutes * 60_000,
    });
    const drainSeconds = (Date.now() - drainBegun) / 1_000;
    options.say(`drained in ${drainSeconds.toFixed(1)} s; checking`);
    const checked = await check(world, journal);
    const undone = left === '' ? [] : [{ rule: 'everything under way ends', evidence: left }];
    const violations = [...undone, ...checked.violations];
    return {
      seed: options.seed,
      seconds: (Date.now() - begun) / 1_000,
      faults,
      journal,
      drainSeconds,
      ...checked,
      violations,
    };
  } finally {
    patience.abort();
    await world.close();
  }
}

export interface Clients {
  readonly agencies: readonly Agency[];
  readonly studio: PatientClient;
  readonly guides: readonly string[];
  /** Clients of the agencies that never give up. */
  readonly fresh: readonly PatientClient[];
}

/** Clients of every merchant of that world, whose addresses are saved. */
export async function connect(
  world: FaultWorld,
  journal: Journal,
  random: Random,
  signal: AbortSignal,
): Promise<Clients> {
  const { api, studio } = world.platform.info;
  const always = new AbortController().signal;
  const client = (credentials: FaultWorld['platform']['info']['studio'], until: AbortSignal) =>
    createClient({ api, credentials, journal, random: random.fork(credentials.clientId), signal: until });
  const fresh = world.agencies.map((agency) => client(agency, always));
  await configure(world, fresh);
  const list = await fresh[0]?.send({ method: 'GET', path: `/open/v1/guide/list?size=${GUIDES}` });
  if (list?.code !== 200) throw new Error('the guides could not be listed');
  const guides = (list.data.list as { guideId: string }[]).map(({ guideId }) => guideId);
  const agencies = world.agencies.map((agency) => ({ key: agency.clientId, client: client(agency, signal) }));
  return { agencies, studio: client(studio, signal), guides, fresh };
}

/** Saves every agency's callback address, again if need be: what waits goes out. */
export async function configure({ agencies }: FaultWorld, clients: readonly PatientClient[]): Promise<void> {
  for (const [index, { receiver }] of agencies.entries()) {
    const secret = await saveCallback(clients[index] as PatientClient, receiver.url);
    receiver.secret = secret ?? receiver.secret;
  }
}

async function load(
  options: FaultOptions,
  world: FaultWorld,
  clients: Clients,
  journal: Journal,
  random: Random,
  patience: AbortController,
): Promise<FaultTally> {
  const enough = new AbortController();
  const traffic = { ...clients, journal, random, run: `s${options.seed}` };
  const walkers = Array.from({ length: options.clients }, (_, n) => walk(traffic, `c${n}`, enough.signal));
  const chaos = createChaos({
    ...options,
    dataDir: world.platform.dataDir,
    receivers: world.agencies.map(({ receiver }) => receiver),
    random: random.fork('chaos'),
  });
  try {
    await chaos.run(Date.now() + options.minutes * 60_000, options.rounds);
  } finally {
    await chaos.heal();
    enough.abort();
  }
  const giveUp = sleep(LAST_ANSWERS_MS, undefined, { signal: patience.signal }).then(() => patience.abort());
  giveUp.catch(() => {});
  await Promise.all(walkers);
  return chaos.tally;
}

async function check({ platform, agencies }: FaultWorld, journal: Journal) {
  const books = await readBooks(platform.info.database);
  const receipts = agencies.flatMap(({ receiver }) => receiver.receipts);
  const workflows = await withTemporal(platform.info.temporalAddress, async (client) =>
    checkWorkflows(client, await readWorkflows(client), books),
  );
  return {
    orders: books.orders.size,
    notifications: { events: books.notifications.length, received: receipts.length },
    violations: [
      ...checkClients(journal, books),
      ...checkLifecycles(books),
      ...checkDeliveries(books, receipts),
      ...workflows,
    ],
  };
}
