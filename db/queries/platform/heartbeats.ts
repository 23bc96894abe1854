/** Which processes run (docs/operations.md, "Status"): each writes its own row, and any may read all of them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  PROCESS_ROLES,
  type ProcessRole,
  SILENT_AFTER_MS,
  type WorkKind,
} from '../../../domain/heartbeat.ts';

/** A process, as it says itself. */
export interface Beat {
  /** Made at its start. */
  readonly id: string;
  readonly roles: readonly ProcessRole[];
  readonly host: string;
  readonly pid: number;
  readonly release: string;
  /** The migration that it needs at least. */
  readonly schemaNeeded: string;
  readonly taskQueues: readonly string[];
  /** What it can't work without and has not, in words. */
  readonly missing: readonly string[];
  /** Milliseconds since it last did something of each kind: the instant is by the database's clock. */
  readonly workAgesMs: Readonly<Partial<Record<WorkKind, number>>>;
  readonly clockAheadMs: number | null;
}

const IS_SILENT = `beat_at < now() - interval '${SILENT_AFTER_MS} milliseconds'`;

/**
 * One that had the same place and is silent is gone: no two processes of a machine have a number at the same time. Others of this machine
 * that are silent are answered: whether they still run can be seen there.
 */
const BEAT = `
with beat as (
  select * from jsonb_to_record(?::jsonb) as b (id uuid, roles text[], host text, pid int, release text, "schemaNeeded" text,
    "taskQueues" text[], missing text[], "workAgesMs" jsonb, "clockAheadMs" bigint)
), gone as (
  delete from process_heartbeat h using beat b where h.host = b.host and h.pid = b.pid and h.id <> b.id and h.${IS_SILENT}
), own as (
  insert into process_heartbeat as h (id, roles, host, pid, release, schema_needed, task_queues, missing, work, clock_ahead_ms)
  select id, roles, host, pid, release, "schemaNeeded", "taskQueues", missing, (
    select coalesce(jsonb_object_agg(key, now() - value::float8 * interval '1 millisecond'), '{}') from jsonb_each_text("workAgesMs")
  ), "clockAheadMs" from beat
  on conflict (id) do update set task_queues = excluded.task_queues, missing = excluded.missing, work = excluded.work,
    clock_ahead_ms = excluded.clock_ahead_ms, beat_at = now()
)
select h.id, h.pid from process_heartbeat h join beat b on h.host = b.host and h.pid <> b.pid where h.${IS_SILENT} limit 100`;

/** A process of this machine that is silent. */
export interface SilentNeighbour {
  readonly id: string;
  readonly pid: number;
}

/** In one statement. @returns who is silent on the same machine. */
export async function writeBeat(em: EntityManager, beat: Beat): Promise<SilentNeighbour[]> {
  return await em.execute<SilentNeighbour[]>(BEAT, [JSON.stringify(beat)]);
}

/** They were killed; one that goes on all the same is there again with its next heartbeat. */
export async function forgetKilled(em: EntityManager, killed: readonly SilentNeighbour[]): Promise<void> {
  const ids = JSON.stringify(killed.map(({ id }) => id));
  await em.execute(
    `delete from process_heartbeat where ${IS_SILENT} and id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
    [ids],
  );
}

/** The process ends in order. */
export async function endBeat(em: EntityManager, id: string): Promise<void> {
  await em.execute('delete from process_heartbeat where id = ?', [id]);
}

export interface KnownProcess extends Omit<Beat, 'workAgesMs'> {
  readonly isSilent: boolean;
  /** Since its last heartbeat. */
  readonly silentMs: number;
  readonly startedAt: Date;
  /** When it last did something, of whatever kind; null: nothing yet. */
  readonly workedAt: Date | null;
}

const KNOWN = `
select id, roles, host, pid, release, schema_needed as "schemaNeeded", task_queues as "taskQueues", missing,
  clock_ahead_ms::float8 as "clockAheadMs", ${IS_SILENT} as "isSilent", started_at as "startedAt",
  (extract(epoch from now() - beat_at) * 1000)::float8 as "silentMs",
  (select max(value::timestamptz) from jsonb_each_text(work)) as "workedAt"
from process_heartbeat order by array_position(array[${PROCESS_ROLES.map((role) => `'${role}'`).join()}], roles[1]), host, started_at, id
limit 1000`;

/** All that run, and those that were silent for a quarter of an hour at most; by role. */
export async function knownProcesses(em: EntityManager): Promise<KnownProcess[]> {
  return await em.execute<KnownProcess[]>(KNOWN);
}

/** One value by its label, and how many are silent. */
export interface Presence {
  readonly label: string;
  readonly live: number;
  readonly silent: number;
}

const presence = (label: string, all: string, has: string) => `
select ${label} as label, count(h.id) filter (where not h.${IS_SILENT})::int as live,
  count(h.id) filter (where h.${IS_SILENT})::int as silent
from ${all} left join process_heartbeat h on ${has} group by 1`;

/** Of every role, how many processes run. */
export async function presentRoles(em: EntityManager): Promise<Presence[]> {
  const all = `unnest(array[${PROCESS_ROLES.map((role) => `'${role}'`).join()}]) role`;
  return await em.execute<Presence[]>(presence('role', all, 'role = any(h.roles)'));
}

/** Of each of these task queues, how many processes say that they poll it. */
export async function polledQueues(em: EntityManager, queues: readonly string[]): Promise<Presence[]> {
  const all = 'jsonb_array_elements_text(?::jsonb) queue';
  return await em.execute<Presence[]>(presence('queue', all, 'queue = any(h.task_queues)'), [
    JSON.stringify(queues),
  ]);
}

/** Seconds since any process that is known last did something of a kind; what none has done since its start is left out. */
export async function workAges(em: EntityManager): Promise<{ label: WorkKind; value: number }[]> {
  return await em.execute<{ label: WorkKind; value: number }[]>(
    `select key as label, greatest(0, extract(epoch from now() - max(value::timestamptz)))::float8 as value
     from process_heartbeat cross join lateral jsonb_each_text(work) group by key`,
  );
}
