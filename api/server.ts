/** `npm run api`: one API process. Any number of them may run. */
import { Registry } from 'prom-client';
import { createCalendarFetch } from '../callbacks/calendar-fetch.ts';
import { createCallbackClient } from '../callbacks/client.ts';
import { loadConfig } from '../config.ts';
import { createCipher } from '../db/cipher.ts';
import { InstallationError } from '../db/installation.ts';
import { createOrm } from '../db/orm.ts';
import { refuseSuperuser } from '../db/superuser.ts';
import { createOutboxReader } from '../mail/outbox.ts';
import { createMailTransport } from '../mail/transport.ts';
import { createInstallation } from '../operations/installation.ts';
import { createPoolMetrics } from '../operations/pool-metrics.ts';
import { registerReachability } from '../operations/reachability.ts';
import { createStopping } from '../operations/stopping.ts';
import { traceStatements } from '../telemetry/sql.ts';
import { startTracing } from '../telemetry/start.ts';
import { buildApp } from './app.ts';
import { serveMetrics } from './metrics-server.ts';
import { createOrderProcessing } from './order-processing.ts';
import { createLogger } from './plugins/logging.ts';
import { connectRedis } from './redis.ts';
import { openOrWait } from './waiting.ts';

/** A request waits at most 5 s for Temporal; what takes longer than this is stuck. */
const STOP_TIMEOUT_MS = 9_000;

const config = loadConfig();
const logger = createLogger(config.logLevel);
const tracing = await startTracing(config.tracing, 'guidepost-api');
const now = () => new Date();
const registry = new Registry();
const poolMetrics = createPoolMetrics(registry);
const stopping = createStopping({ log: logger, delayMs: config.stopDelayMs, timeoutMs: STOP_TIMEOUT_MS });
const orm = createOrm({
  databaseUrl: config.databaseUrl,
  poolMax: config.databasePoolMax,
  onPool: (pool) => {
    poolMetrics.watch(pool);
    if (tracing) traceStatements(pool, tracing);
  },
  onSuperuser: () => refuseSuperuser(logger, config),
});
const onError = (err: unknown) => logger.error({ err }, 'background work failed');
const cipher = createCipher(config.encryptionKey, config.encryptionKeysAccepted);
const installation = createInstallation({ orm, cipher });
await openOrWait(installation, config, (err) =>
  logger.warn({ err }, 'PostgreSQL does not answer yet, waiting'),
).catch(endUnlessOurs);
if (config.mail === undefined)
  logger.info('merchants are sent no e-mail: neither SMTP_URL nor MAIL_OUTBOX is set');
const sending = {
  allowInsecure: config.allowInsecureCallbacks,
  nameServers: config.callbackNameServers,
};
const processing = createOrderProcessing({
  temporal: config.temporal,
  terms: config.terms,
  orm,
  installation: installation.id,
  now,
  onError,
  consoleBaseUrl: config.consoleBaseUrl,
  registry,
  logger,
  tracing,
  mail: config.mail && createMailTransport(config.mail),
  calendars: { cipher, fetchCalendar: createCalendarFetch(sending), publicBaseUrl: config.publicBaseUrl },
});
const callbacks = createCallbackClient(sending);
const {
  orders,
  settlements,
  sandboxStatements,
  notifications,
  onRetryRequested,
  onClockMoved,
  probeTemporal,
} = processing;
// While Temporal does not answer, orders are accepted; one that is another platform's must not get them.
await processing.identify().catch(endUnlessOurs);
registerReachability(registry, {
  postgresql: () => installation.probe,
  temporal: () => processing.probeTemporal,
});
const onRedisError = (err: unknown) =>
  logger.warn({ err }, 'Redis is unavailable: rate limits are counted by process');
const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, onRedisError);
const shared = redis === undefined ? {} : { redis };
const outbox =
  config.mail && 'outbox' in config.mail ? { outbox: createOutboxReader(config.mail.outbox) } : {};
const app = await buildApp({
  config,
  logger,
  tracing,
  orm,
  cipher,
  now,
  orders,
  settlements,
  sandboxStatements,
  notifications,
  onRetryRequested,
  onClockMoved,
  onCallbackChanged: async () => onRetryRequested(),
  sendCallback: callbacks.sendCallback,
  registry,
  probeTemporal,
  stopping: stopping.signal,
  ...shared,
  ...outbox,
});

const { metricsHost, metricsPort } = config;
const metrics =
  metricsPort === undefined
    ? undefined
    : await serveMetrics({ host: metricsHost, port: metricsPort, registry });
await app.listen({ host: config.host, port: config.port });
// Not before: building the application keeps a busy machine's process from hearing the database's answers in time.
processing.start();
stopping.onSignal(close);

/** Parts of two platforms: to go on would do harm. */
function endUnlessOurs(err: unknown): void {
  if (!(err instanceof InstallationError)) return;
  logger.fatal({ err }, 'the API ended');
  process.exit(1);
}

/** Each part after those that use it: requests, then the starter and its connection, then the database. */
async function close(): Promise<void> {
  await app.close();
  metrics?.close();
  await Promise.all([processing.close(), callbacks.close()]);
  redis?.disconnect();
  await Promise.all([orm.close(), tracing?.close()]);
}
