import type { Random } from '../support/random.ts';
import { createClient, type MerchantClient, type PatientClient } from './client.ts';
import { saveEndpoints } from './endpoints.ts';
import { listGuides, openGuides } from './guides.ts';
import type { Journal } from './journal.ts';
import { type FaultWorld, merchantsOf } from './world.ts';

const GUIDES = 12;

export interface Clients {
  readonly agencies: readonly MerchantClient[];
  readonly studio: PatientClient;
  readonly studioKey: string;
  readonly guides: readonly string[];
  /** Clients of all merchants, in the order of `merchantsOf`, that never give up. */
  readonly fresh: readonly MerchantClient[];
}

type Merchants = Pick<FaultWorld, 'agencies' | 'studio'>;

/** Clients of every merchant of that world, whose addresses are saved. */
export async function connect(
  world: Merchants & Pick<FaultWorld, 'platform'>,
  journal: Journal,
  random: Random,
  signal: AbortSignal,
): Promise<Clients> {
  const { api } = world.platform.info;
  const { agencies, studio } = world;
  const always = new AbortController().signal;
  const client = (credentials: FaultWorld['studio'], until: AbortSignal): MerchantClient => {
    const key = credentials.clientId;
    return {
      key,
      client: createClient({ api, credentials, journal, random: random.fork(key), signal: until }),
    };
  };
  const fresh = merchantsOf(world).map((merchant) => client(merchant, always));
  await configure(world, fresh);
  const guides = await listGuides((fresh[0] as MerchantClient).client, GUIDES);
  await openGuides((fresh.at(-1) as MerchantClient).client, guides);
  return {
    agencies: agencies.map((agency) => client(agency, signal)),
    studio: client(studio, signal).client,
    studioKey: studio.clientId,
    guides,
    fresh,
  };
}

/** Saves every merchant's callback addresses, again if need be: what waits goes out. */
export async function configure(world: Merchants, fresh: readonly MerchantClient[]): Promise<void> {
  for (const [index, { receivers }] of merchantsOf(world).entries())
    await saveEndpoints((fresh[index] as MerchantClient).client, receivers);
}
