import type { Random } from '../support/random.ts';
import { createClient, type PatientClient } from './client.ts';
import { saveCallback } from './drain.ts';
import { listGuides } from './guides.ts';
import type { Journal } from './journal.ts';
import type { Agency } from './traffic.ts';
import type { FaultWorld } from './world.ts';

const GUIDES = 12;

export interface Clients {
  readonly agencies: readonly Agency[];
  readonly studio: PatientClient;
  readonly studioKey: string;
  readonly guides: readonly string[];
  /** Clients of the agencies, in their order, that never give up. */
  readonly fresh: readonly PatientClient[];
}

/** Clients of every merchant of that world, whose addresses are saved. */
export async function connect(
  world: Pick<FaultWorld, 'platform' | 'agencies'>,
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
  return {
    agencies: world.agencies.map((agency) => ({ key: agency.clientId, client: client(agency, signal) })),
    studio: client(studio, signal),
    studioKey: studio.clientId,
    guides: await listGuides(fresh[0] as PatientClient, GUIDES),
    fresh,
  };
}

/** Saves every agency's callback address, again if need be: what waits goes out. */
export async function configure(
  { agencies }: Pick<FaultWorld, 'agencies'>,
  clients: readonly PatientClient[],
): Promise<void> {
  for (const [index, { receiver }] of agencies.entries()) {
    const secret = await saveCallback(clients[index] as PatientClient, receiver.url);
    receiver.secret = secret ?? receiver.secret;
  }
}
