import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removePostgresHome } from '../../../embedded/postgres/home.ts';
import { createSupervisor } from '../../../embedded/supervisor/index.ts';
import { say } from '../../support/backends.ts';
import { closedLoop, until } from '../../support/load.ts';
import { createClient, type OutpostClient } from './client.ts';
import { startServers } from './servers.ts';
import { type Outpost, prepareOutpost, TOPIC } from './services.ts';
import type { Side } from './side.ts';

/** As many as orders are made at once on our side. */
const PUBLISHES_AT_ONCE = 16;
const ATTEMPTS = 'select count(*)::int as count from attempts';

/**
 * Outpost in three processes, as its documentation advises, with all that it needs; one tenant for each of `urls`.
 * @param programs folder of `outpost` and `outpost-server`.
 * @param body what is published, read at each round.
 */
export async function startTheirs(
  programs: string,
  urls: readonly string[],
  body: () => object,
): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-outpost-'));
  // For root: PostgreSQL's account has to get through.
  chmodSync(folder, 0o711);
  const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing) await end();
    await supervisor.stop();
    removePostgresHome(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const servers = await startServers(folder, supervisor);
    const outpost = await prepareOutpost({ programs, folder, servers, supervisor });
    const [api, log] = [await outpost.start('api'), await outpost.start('log')];
    const client = createClient(api.url, outpost.apiKey, PUBLISHES_AT_ONCE);
    const recorded = await createRecorded(outpost);
    closing.push(client.close, recorded.close);
    const tenants = await addTenants(client, urls);
    let published = 0;
    return {
      name: 'Outpost',
      parts: {
        'Outpost, API': api.pid,
        'Outpost, log': log.pid,
        RabbitMQ: servers.rabbitmq.pid,
        Redis: servers.redis.pid,
        PostgreSQL: servers.postgres.pid,
      },
      makeBacklog: async (count) => {
        const data = body();
        await closedLoop({ connections: PUBLISHES_AT_ONCE, calls: count }, (index) =>
          client.publish(tenants[index % tenants.length]!, TOPIC, data),
        );
        published += count;
      },
      startDelivery: () => startDelivery(outpost),
      untilDelivered: () =>
        until('attempts recorded', async () => (await recorded.count()) >= published, { everyMs: 250 }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startDelivery(outpost: Outpost) {
  const { pid, stop } = await outpost.start('delivery');
  return { name: 'Outpost, delivery', pid: pid() ?? 0, stop: () => stop() };
}

async function addTenants(client: OutpostClient, urls: readonly string[]): Promise<string[]> {
  const tenants = urls.map((_, index) => `tenant-${index}`);
  await Promise.all(tenants.map((tenant, index) => client.addTenant(tenant, TOPIC, urls[index]!)));
  return tenants;
}

/** How many attempts are in its PostgreSQL. */
async function createRecorded({ postgresUrl }: Outpost) {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  return {
    count: async () => (await client.query<{ count: number }>(ATTEMPTS)).rows[0]!.count,
    close: () => client.end(),
  };
}
