import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Client } from '@temporalio/client';
import pMap from 'p-map';
import {
  nextOpenHolds,
  nextOpenOrders,
  nextWaitingQueues,
  type OpenHold,
  type OpenOrder,
  openHold,
  openOrder,
  statesOf,
  type WaitingQueue,
} from '../../db/queries/operators/reconciliation.ts';
import { readRamp } from '../../db/queries/platform/ramp.ts';
import { isOrderId } from '../../domain/ids.ts';
import { isForeign, type Ramp } from '../../domain/ramp.ts';
import { OPEN_ORDERS } from '../../lib/operations/failing-workflows.ts';
import { OTHER_RUNS, runOf } from '../../lib/temporal/programs.ts';
import { ORDER_WORKFLOW, PROGRAM } from '../../workflows/contract.ts';
import { deliveryWorkflowId } from '../../workflows/delivery-contract.ts';
import type { Disagreement } from './disagreement.ts';
import { type WorkflowState, workflowStateOf } from './workflow-state.ts';

export interface Sources {
  readonly orm: MikroORM;
  readonly client: Client;
  readonly now: () => Date;
  /** Milliseconds after which a difference is checked again: orders move while they are compared. */
  readonly secondCheckMs: number;
}

/** With the release that is tried beside this one, whose workflows are as they should be. */
interface Judging extends Sources {
  readonly ramp: Ramp | undefined;
}

const withRamp = async (sources: Sources): Promise<Judging> => ({
  ...sources,
  ramp: await readRamp(sources.orm.em.fork()),
});

/** Shorter than anybody waits, longer than a move takes between the two. */
export const SECOND_CHECK_MS = 2_000;
const BATCH = 200;
/** Calls to Temporal. */
const AT_ONCE = { concurrency: 16 };

/** Every order and hold that both should agree on, batch by batch; only differences that last are reported. */
export async function* compare(compared: Sources): AsyncGenerator<Disagreement> {
  const sources = await withRamp(compared);
  yield* compareOpenOrders(sources);
  yield* compareHolds(sources);
  yield* compareDeliveries(sources);
  yield* compareRunningWorkflows(sources);
  yield* compareOtherPrograms(sources);
}

async function* compareOpenOrders(sources: Judging): AsyncGenerator<Disagreement> {
  for (let after = ''; ; ) {
    const batch = await nextOpenOrders(sources.orm.em.fork(), after, BATCH);
    yield* judgeOrders(sources, batch);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.id;
  }
}

/** One order; undefined where both agree on it. */
export async function compareOrder(compared: Sources, id: string): Promise<Disagreement | undefined> {
  const sources = await withRamp(compared);
  const order = await openOrder(sources.orm.em.fork(), id);
  const found = order === undefined ? compareWorkflows(sources, [id]) : judgeOrders(sources, [order]);
  for await (const one of found) return one;
  return undefined;
}

function judgeOrders(sources: Judging, orders: readonly OpenOrder[]): AsyncGenerator<Disagreement> {
  return lasting(
    sources,
    orders,
    async (order) => judgeOrder(sources, order, await workflowStateOf(sources.client, order.id)),
    (order) => openOrder(sources.orm.em.fork(), order.id),
  );
}

function judgeOrder(sources: Judging, order: OpenOrder, workflow: WorkflowState): Disagreement | undefined {
  const { id, status, isStarted } = order;
  const found = (kind: Disagreement['kind']) => ({
    kind,
    id,
    database: status,
    temporal: workflow.isRunning ? `${workflow.status}, ${workflow.orderStatus}` : workflow.status,
  });
  if (!workflow.isRunning) return found(isStarted ? 'workflowMissing' : 'notStarted');
  if (isStrange(sources, workflow)) return found('otherProgram');
  if (workflow.failure !== undefined) return unreplayable(id, status, workflow);
  return workflow.orderStatus === status ? undefined : found('stateDiffers');
}

/** Another program has it, and that is neither this release nor the one beside it. */
function isStrange({ ramp }: Judging, { program }: Pick<WorkflowState, 'program'>): boolean {
  return program !== undefined && isForeign(PROGRAM, program, ramp);
}

/** Whatever it believes, it makes no progress. */
function unreplayable(id: string, database: string, { failure = '' }: WorkflowState): Disagreement {
  return { kind: 'unreplayable', id, database, temporal: `running, can't be replayed: ${failure}` };
}

async function* compareHolds(sources: Judging): AsyncGenerator<Disagreement> {
  for (let after = ''; ; ) {
    const batch = await nextOpenHolds(sources.orm.em.fork(), after, BATCH);
    yield* lasting(
      sources,
      batch,
      async (hold) => judgeHold(sources, hold, await workflowStateOf(sources.client, hold.id)),
      (hold) => openHold(sources.orm.em.fork(), hold.id),
    );
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last.id;
  }
}

/** Whether it is over the workflow finds out by itself. */
function judgeHold(
  sources: Judging,
  { id, isStarted }: OpenHold,
  workflow: WorkflowState,
): Disagreement | undefined {
  const database = isStarted ? 'held' : 'held, not started';
  if (!workflow.isRunning) return { kind: 'holdUnattended', id, database, temporal: workflow.status };
  if (isStrange(sources, workflow)) return undefined;
  if (workflow.failure === undefined) return undefined;
  return { ...unreplayable(id, database, workflow), kind: 'holdUnreplayable' };
}

async function* compareDeliveries(sources: Judging): AsyncGenerator<Disagreement> {
  for (let after = { subjectId: '', endpointId: '' }; ; ) {
    const batch = await nextWaitingQueues(sources.orm.em.fork(), after, BATCH);
    yield* lasting(
      sources,
      batch,
      async (waiting) => await judgeDelivery(sources, waiting),
      async (it) => it,
    );
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return;
    after = last;
  }
}

async function judgeDelivery(
  sources: Judging,
  { subjectId, endpointId, count }: WaitingQueue,
): Promise<Disagreement | undefined> {
  const workflow = await workflowStateOf(sources.client, deliveryWorkflowId({ subjectId, endpointId }));
  const database = `${count} notification(s) to ${endpointId} waiting`;
  if (!workflow.isRunning)
    return { kind: 'deliveryMissing', id: subjectId, endpointId, database, temporal: workflow.status };
  if (isStrange(sources, workflow) || workflow.failure === undefined) return undefined;
  return { ...unreplayable(subjectId, database, workflow), endpointId, kind: 'deliveryUnreplayable' };
}

async function* compareRunningWorkflows(sources: Judging): AsyncGenerator<Disagreement> {
  let batch: string[] = [];
  for await (const { workflowId } of sources.client.workflow.list({ query: OPEN_ORDERS })) {
    if (!isOrderId(workflowId)) continue;
    batch.push(workflowId);
    if (batch.length < BATCH) continue;
    yield* compareWorkflows(sources, batch);
    batch = [];
  }
  yield* compareWorkflows(sources, batch);
}

/** The database's side of it has been compared: the rest are orders that it does not have, or has closed. */
async function* compareWorkflows(sources: Judging, ids: readonly string[]): AsyncGenerator<Disagreement> {
  const known = await statesOf(sources.orm.em.fork(), ids);
  const open = new Set<string>();
  for (const id of ids) if (await openOrder(sources.orm.em.fork(), id)) open.add(id);
  yield* lasting(
    sources,
    ids.filter((id) => !open.has(id)),
    async (id) => {
      const state = (await statesOf(sources.orm.em.fork(), [id])).get(id) ?? known.get(id);
      const workflow = await workflowStateOf(sources.client, id);
      if (!workflow.isRunning || !workflow.isOrder) return undefined;
      const temporal = `running, ${workflow.orderStatus}`;
      if (state === undefined) return { kind: 'orderUnknown', id, database: 'none', temporal };
      if (workflow.failure !== undefined) return unreplayable(id, state, workflow);
      const isOpenAgain = (await openOrder(sources.orm.em.fork(), id)) !== undefined;
      if (isOpenAgain || workflow.orderStatus === state) return undefined;
      return { kind: 'stateDiffers', id, database: state, temporal };
    },
    async (id) => id,
  );
}

/** Workflows of any type that no other comparison has reported. */
async function* compareOtherPrograms(sources: Judging): AsyncGenerator<Disagreement> {
  let batch: string[] = [];
  for await (const { workflowId } of sources.client.workflow.list({ query: OTHER_RUNS })) {
    batch.push(workflowId);
    if (batch.length < BATCH) continue;
    yield* judgePrograms(sources, batch);
    batch = [];
  }
  yield* judgePrograms(sources, batch);
}

function judgePrograms(sources: Judging, ids: readonly string[]): AsyncGenerator<Disagreement> {
  const judge = async (id: string): Promise<Disagreement | undefined> => {
    const run = await runOf(sources.client, id);
    if (run === undefined || !isStrange(sources, run)) return undefined;
    const temporal = `${run.type}, running by program ${run.program}`;
    if (run.type !== ORDER_WORKFLOW || !isOrderId(id))
      return { kind: 'otherProgram', id, database: '', temporal };
    const em = sources.orm.em.fork();
    if ((await openOrder(em, id)) !== undefined) return undefined;
    const state = (await statesOf(em, [id])).get(id);
    return state === undefined
      ? { kind: 'orderUnknown', id, database: 'none', temporal }
      : { kind: 'otherProgram', id, database: state, temporal };
  };
  return lasting(sources, ids, judge, async (id) => id);
}

/** Judges all, waits a moment, and judges those again that differed. */
async function* lasting<Item>(
  { secondCheckMs }: Sources,
  items: readonly Item[],
  judge: (item: Item) => Promise<Disagreement | undefined>,
  again: (item: Item) => Promise<Item | undefined>,
): AsyncGenerator<Disagreement> {
  const first = await pMap(items, judge, AT_ONCE);
  const suspects = items.filter((_, index) => first[index] !== undefined);
  if (suspects.length === 0) return;
  await sleep(secondCheckMs);
  const judgeAgain = async (suspect: Item) => {
    const item = await again(suspect);
    return item === undefined ? undefined : await judge(item);
  };
  const found = await pMap(suspects, judgeAgain, AT_ONCE);
  yield* found.filter((disagreement) => disagreement !== undefined);
}
