import { defineEntity, p } from '@mikro-orm/core';
import type { ProcessRole, WorkKind } from '../../domain/heartbeat.ts';

/**
 * A process of the platform that runs, as it says itself every few seconds (lib/operations/heartbeat.ts). It deletes its row when it
 * ends in order; what was killed or frozen leaves its row behind, which gets old. All times are the database's.
 */
const ProcessHeartbeatSchema = defineEntity({
  name: 'ProcessHeartbeat',
  tableName: 'process_heartbeat',
  properties: {
    /** Made at the process's start. */
    id: p.uuid().primary(),
    roles: p.array().$type<ProcessRole[]>(),
    host: p.string().length(255),
    pid: p.integer(),
    /** Version of its program. */
    release: p.string().length(40),
    /** The migration that its program needs at least (db/schema.ts). */
    schemaNeeded: p.string().length(120),
    /** Temporal's task queues that it polls now. */
    taskQueues: p.array(),
    /** What it can't work without and has not, as its readiness has it; empty: it is ready. */
    missing: p.array(),
    /** When it last did something of each kind. */
    work: p.json().$type<Partial<Record<WorkKind, string>>>(),
    /** How far its machine's clock is ahead of the database's; null until it has been measured. */
    clockAheadMs: p.bigint('number').nullable(),
    startedAt: p.datetime().defaultRaw('now()'),
    beatAt: p.datetime().defaultRaw('now()'),
  },
});

export class ProcessHeartbeat extends ProcessHeartbeatSchema.class {}
ProcessHeartbeatSchema.setClass(ProcessHeartbeat);
