/**
 * `node activities/worker.ts`: runs the roles named by WORKER_ROLES: `orders`, `notifications`, `settlements`. In production each is a
 * separate process, so that slow merchants never take a slot from orders (docs/architecture.md, "Several machines").
 */
import { Client } from '@temporalio/client';
import type { Worker, WorkflowBundleOption } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { createCipher } from '../db/cipher.ts';
import { readRamp } from '../db/queries/platform/ramp.ts';
import { refuseSuperuser } from '../db/superuser.ts';
import { startWatchingOrders, startWatchingRelease } from '../jobs/failing-orders.ts';
import { startLogKeeping } from '../jobs/log-keeping.ts';
import { startTakingOver } from '../jobs/taking-over.ts';
import { createCallbackClient } from '../lib/callbacks/client.ts';
import { createEgressProxy } from '../lib/callbacks/egress-proxy.ts';
import { type Config, loadConfig } from '../lib/config.ts';
import { createFailingWorkflows, registerFailingWorkflows } from '../lib/operations/failing-workflows.ts';
import { startHeartbeat } from '../lib/operations/heartbeat.ts';
import { watchIdentity } from '../lib/operations/identity-watch.ts';
import { createInstallation, untilOpen } from '../lib/operations/installation.ts';
import { createProcessLogger } from '../lib/operations/logger.ts';
import { createOrderLog } from '../lib/operations/order-log.ts';
import { registerPlatformMetrics } from '../lib/operations/platform-metrics.ts';
import { createPoolMetrics } from '../lib/operations/pool-metrics.ts';
import { createProbe, NO_ANSWER, type Probe } from '../lib/operations/probe.ts';
import { createProcessClock } from '../lib/operations/process-clock.ts';
import { collectProcessMetrics } from '../lib/operations/process-metrics.ts';
import { registerReachability } from '../lib/operations/reachability.ts';
import { linesOf, missingOf } from '../lib/operations/readiness.ts';
import { createReleaseWatch, registerReleaseWatch } from '../lib/operations/release-watch.ts';
import { claimNamespace, verifyNamespace } from '../lib/operations/temporal-identity.ts';
import { traceCallbacks } from '../lib/telemetry/callbacks.ts';
import { traceStatements } from '../lib/telemetry/sql.ts';
import { startTracing } from '../lib/telemetry/start.ts';
import { createNotificationGateway } from '../lib/temporal/notification-gateway.ts';
import { connectWorker } from './connect.ts';
import { openDatabases } from './databases.ts';
import { serveHealth } from './health.ts';
import { createHoldActivities } from './holds.ts';
import { createMaintenanceActivities } from './maintenance.ts';
import { createAnnouncer } from './notifications/announcer.ts';
import { type Announce, createAnnounce, createQuietAnnounce } from './notifications/announcing.ts';
import { createAttemptLog } from './notifications/attempt-log.ts';
import { createLimiter } from './notifications/endpoint-limiter.ts';
import { createNotificationActivities } from './notifications/index.ts';
import { createNotificationMetrics } from './notifications/metrics.ts';
import { createScheduleKeeper } from './schedules.ts';
import { installRuntime } from './sdk-runtime.ts';
import { createSettlementActivities } from './settlements/index.ts';
import { createSettlementMetrics } from './settlements/metrics.ts';
import { createOrderActivities } from './transitions.ts';
import { bundleWorkflows, createWorker } from './workers.ts';

const config = loadConfig();
const log = createProcessLogger({ level: config.logLevel, role: `worker: ${config.workerRoles.join(', ')}` });
const tracing = await startTracing(config.tracing, `guidepost-worker-${config.workerRoles.join('-')}`);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

try {
  await run(config, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) {
    log.fatal({ err: error }, 'the worker ended');
    process.exitCode = 1;
  }
}
// A connection that something still holds must not keep a process alive whose work is over.
process.exit();

/** Runs until `stop` aborts, then ends in our order: workers first, then what they use. */
async function run(config: Config, stop: AbortSignal): Promise<void> {
  const workers: Worker[] = [];
  const isPolling = () => workers.length > 0 && workers.every((worker) => worker.getState() === 'RUNNING');
  const probes = new Map<string, Probe>([['worker', async () => (isPolling() ? undefined : 'starting')]]);
  const missing = async () => linesOf(await missingOf({ name: 'worker', stopping: stop, probes }));
  const metrics = new Registry();
  collectProcessMetrics(metrics);
  const sdkMetrics = await installRuntime(log);
  const health =
    config.workerHealthPort === undefined
      ? undefined
      : await serveHealth({
          port: config.workerHealthPort,
          host: config.host,
          missing,
          metrics,
          otherMetrics: { temporal_sdk: sdkMetrics },
        });

  const poolMetrics = createPoolMetrics(metrics);
  const watching = { onPool: poolMetrics.watch, watchStatement: tracing && traceStatements(tracing) };
  const { orm, localOrm, closeDatabases } = openDatabases(config, {
    ...watching,
    onSuperuser: () => refuseSuperuser(log, config),
  });
  const clock = createProcessClock({ orm, registry: metrics, log });
  const { now } = clock;
  const egressProxy =
    config.egressProxy === undefined ? undefined : createEgressProxy({ url: config.egressProxy });
  const egressProbe = egressProxy && createProbe(egressProxy.check);
  const callbacks = createCallbackClient({
    allowInsecure: config.allowInsecureCallbacks,
    proxy: egressProxy,
    now,
  });
  const cipher = createCipher(config.encryptionKey, config.encryptionKeysAccepted);
  const installation = createInstallation({ orm, cipher });
  probes.set('PostgreSQL', installation.probe);
  registerReachability(metrics, {
    postgresql: () => installation.probe,
    temporal: () => probes.get('Temporal'),
    ...(egressProbe && { egress_proxy: () => egressProbe }),
  });
  if (config.workerRoles.includes('settlements'))
    registerPlatformMetrics(metrics, {
      ...{ orm, timeZone: config.terms.timeZone, isProduction: config.isProduction },
    });
  const workflowBundle = await bundleFor(config);
  const id = await untilOpen(installation, stop, (err) =>
    log.warn({ err }, "PostgreSQL can't be used yet, waiting"),
  );
  // Not before: in a database that is not known to be its own a process writes nothing.
  const heartbeat = startHeartbeat({
    ...{ orm, roles: config.workerRoles, missing, clockAheadMs: clock.aheadMs },
    taskQueues: () => polledBy(workers),
  });
  const endUnbegun = async (error: unknown): Promise<never> => {
    await heartbeat.stop();
    throw error;
  };
  probes.set('Temporal', async () => NO_ANSWER);
  const connection = await connectWorker(config.temporal.connection, stop, () =>
    log.warn('Temporal does not answer yet, waiting'),
  ).catch(endUnbegun);
  const client = new Client({ connection, namespace: config.temporal.namespace });
  await Promise.all([claimNamespace(client, id), clock.start(stop)]).catch(endUnbegun);
  const knownRamp = () => readRamp(orm.em.fork());
  const failing = createFailingWorkflows(client, knownRamp);
  const releaseWatch = createReleaseWatch({ orm, client });
  if (config.workerRoles.includes('settlements')) {
    registerFailingWorkflows(metrics, failing);
    registerReleaseWatch(metrics, releaseWatch);
  }
  probes.set(
    'Temporal',
    createProbe(() => verifyNamespace(client, id)),
  );
  const keepSchedules = createScheduleKeeper(client, config.terms.timeZone, knownRamp);
  const verify = async () => {
    await Promise.all([installation.verify(), claimNamespace(client, id)]);
    if (config.workerRoles.includes('settlements')) await keepSchedules();
  };
  void watchIdentity(verify, stop, endAtOnce);
  const notificationDeps = {
    orm,
    cipher,
    sendCallback: tracing ? traceCallbacks(callbacks.sendCallback, tracing) : callbacks.sendCallback,
    random: Math.random,
    now,
    metrics: createNotificationMetrics(metrics, heartbeat.noteWork),
    log: createAttemptLog(log),
    limiter: createLimiter(),
  };
  const { wake } = createNotificationGateway(client, now);
  const quietly = createQuietAnnounce(orm, wake);
  const announcerOf = (announce: Announce) =>
    createAnnouncer({ announce, onError: (err) => log.warn({ err }, 'nobody could be notified yet') });
  const announcers = {
    orders: announcerOf(config.inlineAttempts ? createAnnounce(notificationDeps, wake) : quietly),
    // Workers of statements need no way out to merchants.
    settlements: announcerOf(quietly),
  };
  const measure = createSettlementMetrics(metrics);
  const deps = {
    connection,
    namespace: config.temporal.namespace,
    workflowBundle,
    tracing,
    noteWork: heartbeat.noteWork,
    callStacks: config.workflowCallStacks,
    orderActivities: createOrderActivities({
      orm,
      localOrm,
      timeZone: config.terms.timeZone,
      announcer: announcers.orders,
      now,
      log: createOrderLog(log),
    }),
    holdActivities: createHoldActivities({ orm, now }),
    settlementActivities: createSettlementActivities({
      ...{ orm, timeZone: config.terms.timeZone, now, measure },
      announcer: announcers.settlements,
    }),
    maintenanceActivities: createMaintenanceActivities({
      ...{ orm, now, measure, stop },
      retention: config.retention,
    }),
    notificationActivities: createNotificationActivities(notificationDeps),
  };
  const loops: ReturnType<typeof startTakingOver>[] = [];
  try {
    for (const role of config.workerRoles) workers.push(await createWorker(role, deps));
    if (config.workerRoles.includes('settlements')) await schedule(keepSchedules);
    // Also when `stop` aborted meanwhile: one that never ran never lets go of the connection.
    const running = Promise.all(workers.map((worker) => worker.run()));
    loops.push(
      startTakingOver({
        ...{ orm, client, now, roles: config.workerRoles.filter((role) => role !== 'notifications') },
        onTaken: (count) =>
          log.info({ count }, 'workflows of an older program, or of a withdrawn release, were taken over'),
        onError: (err) => log.warn({ err }, 'a workflow of an older program could not be taken over yet'),
      }),
    );
    if (config.workerRoles.includes('settlements'))
      loops.push(
        startWatchingOrders(failing, (err) => log.warn({ err }, 'open orders could not be checked')),
        startLogKeeping({
          ...{ orm, cipher, installation: id, registry: metrics },
          onFinding: (found) => log.error(found, 'the transparency log does not fit what it is of'),
          onError: (err) => log.warn({ err }, 'the transparency log could not be kept'),
        }),
        startWatchingRelease({
          ...{ orm, watch: releaseWatch },
          onStopped: (release) =>
            log.error(release, 'the release that was tried fails orders, and was withdrawn'),
          onError: (err) => log.warn({ err }, 'orders of the release that is tried could not be checked'),
        }),
      );
    stop.addEventListener('abort', () => shutDown(workers), { once: true });
    if (stop.aborted) shutDown(workers);
    else log.info({ roles: config.workerRoles }, 'working');
    await running;
  } finally {
    shutDown(workers);
    clock.stop();
    await heartbeat.stop();
    await Promise.all(Object.values(announcers).map((announcer) => announcer.close()));
    await Promise.all(loops.map((loop) => loop.stop()));
    await callbacks.close();
    await Promise.all([closeDatabases(), tracing?.close()]);
    await connection.close();
    health?.close();
  }
}

/** Nothing under way may write on: it would be into another platform. What is interrupted is retried by its own workers. */
function endAtOnce(err: Error): void {
  log.fatal({ err }, 'the worker ended');
  process.exit(1);
}

/** A worker without the right to make Schedules still works; somebody else has to make it then. */
async function schedule(keepSchedules: () => Promise<void>): Promise<void> {
  try {
    await keepSchedules();
  } catch (err) {
    log.error({ err }, 'what a clock asks for could not be scheduled');
  }
}

function shutDown(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

/** The task queues that a process polls now. */
function polledBy(workers: readonly Worker[]): string[] {
  return workers.filter((worker) => worker.getState() === 'RUNNING').map(({ options }) => options.taskQueue);
}

async function bundleFor(config: Config): Promise<WorkflowBundleOption> {
  if (config.workflowBundlePath !== undefined) return { codePath: config.workflowBundlePath };
  return await bundleWorkflows();
}
