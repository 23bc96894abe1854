import { once } from 'node:events';
import { Socket } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, Connection } from '@temporalio/client';
import { createCipher } from '../db/cipher.ts';
import { createDatabaseClock } from '../db/clock.ts';
import { readInstallation } from '../db/installation.ts';
import { createOrm } from '../db/orm.ts';
import type { Config } from '../lib/config.ts';
import { createInstallation } from '../lib/operations/installation.ts';
import { createProbe, type Probe } from '../lib/operations/probe.ts';
import { connectRedis } from '../lib/operations/redis.ts';
import { ownerOf, verifyNamespace } from '../lib/operations/temporal-identity.ts';
import type { StatusDeps } from '../services/operators/status/deps.ts';

const CONNECT_MS = 1_500;
const POOL = 4;

/**
 * What status asks, and what ends it. A part that is frozen answers no goodbye, either: what is connected to it is destroyed.
 */
export function openStatusParts(config: Config): StatusDeps & { close(): Promise<void> } {
  const sockets = new Set<Socket>();
  const orm = boundOrm(config.databaseUrl, sockets);
  const { now, measure } = createDatabaseClock({ orm });
  // Where it can't be asked, this machine's time does.
  void measure().catch(() => undefined);
  const cipher = createCipher(config.encryptionKey, config.encryptionKeysAccepted);
  // Tried once: who asks waits.
  const connection = Connection.lazy({ ...config.temporal.connection, interceptors: [] });
  const temporal = new Client({ connection, namespace: config.temporal.namespace });
  const probes = new Map<string, Probe>([
    ['PostgreSQL', createInstallation({ orm, cipher }).probe],
    ['Temporal', createProbe(() => identify(temporal, readInstallation(orm.em.fork(), cipher)))],
  ]);
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, () => {});
  if (redis) {
    const ping = async () => {
      if (redis.status !== 'ready') await once(redis, 'ready');
      await redis.ping();
    };
    probes.set('Redis', createProbe(ping));
  }
  return {
    ...{ orm, probes, temporal, now },
    ...{ timeZone: config.terms.timeZone, publicBaseUrl: config.publicBaseUrl },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      redis?.disconnect();
      await connection.close();
      await orm.close().catch(() => undefined);
    },
  };
}

function boundOrm(databaseUrl: string, sockets: Set<Socket>): MikroORM {
  const stream = () => {
    const socket = new Socket();
    sockets.add(socket);
    return socket;
  };
  const driverOptions = { connectionTimeoutMillis: CONNECT_MS, statement_timeout: CONNECT_MS, stream };
  return createOrm({ databaseUrl, poolMax: POOL, overrides: { driverOptions } });
}

/** Whose it is: asked also where the database can't say whose it should be. */
async function identify(client: Client, installation: Promise<string | undefined>): Promise<void> {
  const asked = client.withDeadline(Date.now() + CONNECT_MS, () => ownerOf(client));
  const [owner, id] = await Promise.all([asked, installation.catch(() => undefined)]);
  if (id !== undefined && owner !== id) await verifyNamespace(client, id);
}
