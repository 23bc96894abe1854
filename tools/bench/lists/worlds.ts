import pg from 'pg';
import { migrateToLatest } from '../../../db/migrate.ts';
import { say, startBackends } from '../support/backends.ts';
import { seedLarge, type WorldSize } from './seed.ts';
import { type ListWorld, openListWorld } from './world.ts';

/** What the API is built for, and what it must feel like. */
const SIZES = {
  small: { guides: 1_000, orders: 10_000 },
  large: { guides: 100_000, orders: 1_000_000 },
} as const satisfies Record<string, WorldSize>;
type WorldName = keyof typeof SIZES;
export type WorldSizes = Readonly<Record<WorldName, WorldSize>>;
/** guide/detail asks for this one, and the far page of orders is there. */
const FEWEST_GUIDES = 500;
const FEWEST_ORDERS = 10_000;

export interface ListWorlds {
  readonly small: ListWorld;
  readonly large: ListWorld;
  close(): Promise<void>;
}

export function sizesAt(scale: number): WorldSizes {
  const at = (name: WorldName) => ({
    guides: Math.max(FEWEST_GUIDES, SIZES[name].guides * scale),
    orders: Math.max(FEWEST_ORDERS, SIZES[name].orders * scale),
  });
  return { small: at('small'), large: at('large') };
}

/** Both worlds, each with its own database of one PostgreSQL and its own API. A hundred thousand guides take some two minutes. */
export async function createListWorlds(sizes: WorldSizes): Promise<ListWorlds> {
  const backends = await startBackends();
  const opened: ListWorld[] = [];
  const close = async () => {
    await Promise.all(opened.map((world) => world.close()));
    await backends.close();
  };
  const create = async (name: WorldName) => {
    const size = sizes[name];
    say(`  ${name}: ${size.guides} guides, ${size.orders} orders`);
    const url = await createDatabase(backends.databaseUrl, `lists_${name}`);
    await migrateToLatest({ databaseUrl: url });
    await seedLarge(url, size);
    const world = await openListWorld(url);
    opened.push(world);
    return world;
  };
  try {
    return { small: await create('small'), large: await create('large'), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function createDatabase(neighbour: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: neighbour });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(neighbour);
  url.pathname = `/${name}`;
  return url.href;
}

/** Milliseconds of each request. */
export type Times = Record<WorldName, number[]>;

/** The same request of both worlds, one after the other. @param path of the request in a world. */
export async function timesInTurn(
  worlds: ListWorlds,
  path: (world: ListWorld) => string,
  { warmUp, rounds }: { readonly warmUp: number; readonly rounds: number },
): Promise<Times> {
  const times: Times = { small: [], large: [] };
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of ['small', 'large'] as const) {
      const took = await worlds[name].timed(path(worlds[name]));
      if (round >= 0) times[name].push(took);
    }
  }
  return times;
}
