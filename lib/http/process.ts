import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { createCipher } from '../../db/cipher.ts';
import { InstallationError } from '../../db/installation.ts';
import { createOrm } from '../../db/orm.ts';
import { refuseSuperuser } from '../../db/superuser.ts';
import { createOrderProcessing, type OrderProcessingDeps } from '../../jobs/order-processing.ts';
import { createCallbackClient } from '../callbacks/client.ts';
import { createEgressProxy } from '../callbacks/egress-proxy.ts';
import type { Config } from '../config.ts';
import { startHeartbeat } from '../operations/heartbeat.ts';
import { createInstallation } from '../operations/installation.ts';
import { createPoolMetrics } from '../operations/pool-metrics.ts';
import { createProbe, type Probe } from '../operations/probe.ts';
import { createProcessClock } from '../operations/process-clock.ts';
import { registerReachability } from '../operations/reachability.ts';
import { linesOf, missingOf } from '../operations/readiness.ts';
import { connectRedis } from '../operations/redis.ts';
import { createStopping } from '../operations/stopping.ts';
import { traceStatements } from '../telemetry/sql.ts';
import { startTracing } from '../telemetry/start.ts';
import { serveMetrics } from './metrics-server.ts';
import { createLogger } from './plugins/logging.ts';
import { openOrWait } from './waiting.ts';

/** A request waits at most 8 s for Temporal; what takes longer than this is stuck. */
const STOP_TIMEOUT_MS = 12_000;

export interface ServingOptions {
  /** Code of a schema is made when it is first needed, and not before listening: for a process that has to be small. */
  readonly compileLate?: boolean;
}

/**
 * Opens what a process that answers requests needs (the API or the console); waits for the database where it is not there
 * yet. It ends the process where its parts are of two platforms.
 */
export async function openProcess(config: Config, role: 'api' | 'console') {
  const logger = createLogger(config.logLevel, undefined, role);
  const tracing = await startTracing(config.tracing, `guidepost-${role}`);
  const registry = new Registry();
  const poolMetrics = createPoolMetrics(registry);
  const orm = createOrm({
    databaseUrl: config.databaseUrl,
    poolMax: config.databasePoolMax,
    onPool: poolMetrics.watch,
    watchStatement: tracing && traceStatements(tracing),
    onSuperuser: () => refuseSuperuser(logger, config),
  });
  const clock = createProcessClock({ orm, registry, log: logger });
  const { now } = clock;
  const cipher = createCipher(config.encryptionKey, config.encryptionKeysAccepted);
  const installation = createInstallation({ orm, cipher });
  const stopping = createStopping({ log: logger, delayMs: config.stopDelayMs, timeoutMs: STOP_TIMEOUT_MS });
  const probes = new Map<string, Probe>([['PostgreSQL', installation.probe]]);
  const onWait = (err: unknown) => logger.warn({ err }, "PostgreSQL can't be used yet, waiting");
  /** Parts of two platforms: to go on would do harm. */
  const endUnlessOurs = async (err: unknown, last?: () => Promise<void>) => {
    if (!(err instanceof InstallationError)) return;
    await last?.();
    logger.fatal({ err }, `the ${role} process ended`);
    process.exit(1);
  };
  /** The process's supervisor starts it again, on another port if it may. */
  const endIfTaken = async (err: NodeJS.ErrnoException): Promise<never> => {
    if (err.code !== 'EADDRINUSE') throw err;
    logger.fatal(`the ${role} process ended: ${err.message}`);
    await heartbeat.stop();
    process.exit(1);
  };
  await openOrWait(installation, config, onWait).catch((err) => endUnlessOurs(err));
  // Not before: in a database that is not known to be its own a process writes nothing.
  const heartbeat = startHeartbeat({
    ...{ orm, roles: [role], clockAheadMs: clock.aheadMs },
    missing: async () => linesOf(await missingOf({ name: role, stopping: stopping.signal, probes })),
  });
  await clock.start();

  const egressProxy =
    config.egressProxy === undefined ? undefined : createEgressProxy({ url: config.egressProxy });
  const egressProbe = egressProxy && createProbe(egressProxy.check);
  const callbacks = createCallbackClient({
    allowInsecure: config.allowInsecureCallbacks,
    proxy: egressProxy,
    now,
  });
  const onRedisError = (err: unknown) =>
    logger.warn({ err }, 'Redis is unavailable: rate limits are counted by process');
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, onRedisError);
  if (redis)
    probes.set(
      'Redis',
      createProbe(() => redis.ping()),
    );

  return {
    /** The only way out to addresses that others chose, where there is one. */
    egressProxy,

    /** What the application is built of. */
    shared: {
      config,
      logger,
      tracing,
      orm,
      cipher,
      now,
      registry,
      noteWork: heartbeat.noteWork,
      sendCallback: callbacks.sendCallback,
      stopping: stopping.signal,
      ...(redis === undefined ? {} : { redis }),
    },

    /** The connection to Temporal, which is checked to be this platform's: while it does not answer, orders are accepted. */
    async openProcessing(more: Pick<OrderProcessingDeps, 'mail' | 'send' | 'calendars'> = {}) {
      const processing = createOrderProcessing({
        ...{ temporal: config.temporal, terms: config.terms },
        ...{ consoleBaseUrl: config.consoleBaseUrl, publicBaseUrl: config.publicBaseUrl },
        ...{
          orm,
          cipher,
          installation: installation.id,
          now,
          registry,
          logger,
          tracing,
          noteWork: heartbeat.noteWork,
        },
        onError: (err: unknown) => logger.error({ err }, 'background work failed'),
        ...more,
      });
      probes.set('Temporal', processing.probeTemporal);
      await processing.identify().catch((err) => endUnlessOurs(err, heartbeat.stop));
      registerReachability(registry, {
        postgresql: () => installation.probe,
        temporal: () => processing.probeTemporal,
        ...(redis && { redis: () => probes.get('Redis') }),
        ...(egressProbe && { egress_proxy: () => egressProbe }),
      });
      return processing;
    },

    /** Listens, and ends in order when the process is stopped: each part after those that use it. */
    async serve(
      app: FastifyInstance,
      processing: { close(): Promise<void> },
      { compileLate = false }: ServingOptions = {},
    ): Promise<void> {
      // What is wrong with a schema ends the start, and no request waits for one.
      if (!compileLate) app.compileSchemas();
      const { host, port } = config;
      const metrics =
        config.metrics === undefined
          ? undefined
          : await serveMetrics({ ...config.metrics, registry }).catch(endIfTaken);
      await app.listen({ host, port }).catch(endIfTaken);
      stopping.onSignal(async () => {
        await app.close();
        metrics?.close();
        await Promise.all([processing.close(), callbacks.close()]);
        redis?.disconnect();
        clock.stop();
        await heartbeat.stop();
        await Promise.all([orm.close(), tracing?.close()]);
      });
    },
  };
}
