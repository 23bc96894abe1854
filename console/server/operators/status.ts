import { type Static, Type } from 'typebox';
import { Instant, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { PROCESS_ROLES } from '../../../domain/heartbeat.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { createInstallation } from '../../../lib/operations/installation.ts';
import { createProbe, type Probe } from '../../../lib/operations/probe.ts';
import { readStatus } from '../../../services/operators/status/index.ts';
import { TIMED_WORK } from '../../../services/operators/status/overdue.ts';
import { PROCESS_STATES } from '../../../services/operators/status/processes.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ListOf } from './answers.ts';
import type { TypedRoutes } from './typed.ts';

const Text = Type.String();
const Count = Type.Integer();
const listOf = <Item extends Parameters<typeof ListOf>[0]>(item: Item) =>
  Type.Unsafe<readonly Static<Item>[]>(Type.Array(item));

const PlatformStatus = Type.Object({
  verdict: oneOf(['well', 'late', 'unavailable'] as const),
  at: Instant,
  release: Text,
  parts: listOf(Type.Object({ part: Text, isUp: Type.Boolean(), why: nullable(Text) })),
  processes: nullable(
    listOf(
      Type.Object({
        roles: listOf(oneOf(PROCESS_ROLES)),
        state: oneOf(PROCESS_STATES),
        host: nullable(Text),
        pid: nullable(Count),
        release: nullable(Text),
        missing: listOf(Text),
        taskQueues: listOf(Text),
        beatAgeSeconds: nullable(Count),
        startedAt: nullable(Instant),
        workedAt: nullable(Instant),
      }),
    ),
  ),
  queues: listOf(
    Type.Object({
      queue: Text,
      isPolled: Type.Boolean(),
      processes: nullable(Count),
      pollers: nullable(Count),
      lastPollAt: nullable(Instant),
      backlog: nullable(Count),
      oldestSeconds: nullable(Count),
    }),
  ),
  overdue: nullable(
    listOf(
      Type.Object({
        work: oneOf(TIMED_WORK),
        count: nullable(Count),
        oldestSeconds: Count,
        isLate: Type.Boolean(),
      }),
    ),
  ),
  facts: Type.Object({
    schema: nullable(Text),
    schemaNeeded: Text,
    backupAgeSeconds: nullable(Count),
    certificateDays: nullable(Count),
    clockAheadMs: nullable(Count),
  }),
});

/** How the platform is (`admin status` says the same, also while who signs in can't be read). */
export const statusRoutes = (deps: ConsoleDeps): TypedRoutes =>
  async function status(scope) {
    const { orm, now, config, temporal } = deps;
    const { timeZone } = config.terms ?? DEFAULT_PLATFORM_TERMS;
    const asked = {
      orm,
      now,
      temporal,
      timeZone,
      probes: probesOf(deps),
      publicBaseUrl: config.publicBaseUrl,
    };
    scope.get(
      '/api/operator/status',
      { config: { action: 'operator.read' }, schema: { response: answers(PlatformStatus) } },
      async () => ok(await readStatus(asked)),
    );
  };

function probesOf({ orm, cipher, probeTemporal, redis }: ConsoleDeps): Map<string, Probe> {
  const probes = new Map<string, Probe>([['PostgreSQL', createInstallation({ orm, cipher }).probe]]);
  if (probeTemporal) probes.set('Temporal', probeTemporal);
  if (redis)
    probes.set(
      'Redis',
      createProbe(() => redis.ping()),
    );
  return probes;
}
