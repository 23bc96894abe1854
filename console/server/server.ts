/** `npm run console`: one console process. Any number of them may run. */
import { Registry } from 'prom-client';
import { serveMetrics } from '../../api/metrics-server.ts';
import { createOrderProcessing } from '../../api/order-processing.ts';
import { createLogger } from '../../api/plugins/logging.ts';
import { connectRedis } from '../../api/redis.ts';
import { openOrWait } from '../../api/waiting.ts';
import { createCallbackClient } from '../../callbacks/client.ts';
import { loadConfig } from '../../config.ts';
import { createCipher } from '../../db/cipher.ts';
import { InstallationError } from '../../db/installation.ts';
import { createOrm } from '../../db/orm.ts';
import { refuseSuperuser } from '../../db/superuser.ts';
import { createInstallation } from '../../operations/installation.ts';
import { createPoolMetrics } from '../../operations/pool-metrics.ts';
import { registerReachability } from '../../operations/reachability.ts';
import { createStopping } from '../../operations/stopping.ts';
import { traceStatements } from '../../telemetry/sql.ts';
import { startTracing } from '../../telemetry/start.ts';
import { createPasswords } from './accounts/passwords.ts';
import { buildConsole } from './app.ts';
import { ensureSandboxLogins } from './sandbox-logins.ts';

/** A request waits at most 5 s for Temporal; what takes longer than this is stuck. */
const STOP_TIMEOUT_MS = 9_000;

const config = loadConfig();
const logger = createLogger(config.logLevel, undefined, 'console');
const tracing = await startTracing(config.tracing, 'guidepost-console');
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
const cipher = createCipher(config.encryptionKey, config.encryptionKeysAccepted);
const installation = createInstallation({ orm, cipher });
await openOrWait(installation, config, (err) =>
  logger.warn({ err }, 'PostgreSQL does not answer yet, waiting'),
).catch(endUnlessOurs);
if (config.sandboxConsolePassword !== undefined)
  await ensureSandboxLogins(orm, createPasswords(), config.sandboxConsolePassword);
// Its work in the background is the API's: what a console process loses, the API's sweepers find.
const { temporal, terms } = config;
const onError = (err: unknown) => logger.error({ err }, 'background work failed');
const processing = createOrderProcessing({
  temporal,
  terms,
  orm,
  installation: installation.id,
  now,
  onError,
  consoleBaseUrl: config.consoleBaseUrl,
  registry,
  logger,
  tracing,
});
await processing.identify().catch(endUnlessOurs);
registerReachability(registry, {
  postgresql: () => installation.probe,
  temporal: () => processing.probeTemporal,
});
const callbacks = createCallbackClient({
  allowInsecure: config.allowInsecureCallbacks,
  nameServers: config.callbackNameServers,
});
const onRedisError = (err: unknown) =>
  logger.warn({ err }, 'Redis is unavailable: rate limits are counted by process');
const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, onRedisError);
const { client, orders, settlements, sandboxStatements, notifications, probeTemporal } = processing;
const app = await buildConsole({
  config,
  logger,
  tracing,
  orm,
  cipher,
  now,
  orders,
  settlements,
  sandboxStatements,
  statementGateway: processing.statementGateway,
  notifications,
  temporal: client,
  sendCallback: callbacks.sendCallback,
  registry,
  probeTemporal,
  stopping: stopping.signal,
  ...(redis === undefined ? {} : { redis }),
});
const { metricsHost, metricsPort } = config;
const metrics =
  metricsPort === undefined
    ? undefined
    : await serveMetrics({ host: metricsHost, port: metricsPort, registry });
await app.listen({ host: config.host, port: config.port });
stopping.onSignal(close);

/** Parts of two platforms: to go on would do harm. */
function endUnlessOurs(err: unknown): void {
  if (!(err instanceof InstallationError)) return;
  logger.fatal({ err }, 'the console ended');
  process.exit(1);
}

/** Each part after those that use it. */
async function close(): Promise<void> {
  await app.close();
  metrics?.close();
  await Promise.all([processing.close(), callbacks.close()]);
  redis?.disconnect();
  await Promise.all([orm.close(), tracing?.close()]);
}
