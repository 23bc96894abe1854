/** `npm run proof -- histories`: records what settlement workflows go through, to test/histories/settlement/, for replay.test.ts. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Settlement } from '../../db/entities/index.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { SETTLEMENT_WORKFLOW, type SettlementInput } from '../../workflows/settlement-contract.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { freshMonth, PATHS, SALE, sell, walk } from './statement-paths.ts';

const HISTORIES = new URL('../histories/settlement/', import.meta.url);

let world: SettlementWorld;
beforeAll(async () => {
  world = await createSettlementWorld();
  mkdirSync(HISTORIES, { recursive: true });
  for (const file of readdirSync(HISTORIES)) {
    if (file.endsWith('.json')) rmSync(new URL(file, HISTORIES));
  }
}, 60_000);
afterAll(async () => {
  await world.close();
});

test.each(PATHS)('records $name', async ({ name, steps }) => {
  const { settlementId } = await walk(world, steps);
  await record(name, settlementId);
});

test('records nothing-to-settle', async () => {
  const { id: settlementId, merchantKey } = await world.orm.em
    .fork()
    .findOneOrFail(Settlement, { status: 'open' });
  const month = freshMonth();
  const plan = { month, closeAt: '2020-01-01T00:00:00.000Z', isWholeMonth: true };
  const input: SettlementInput = { settlementId, merchantKey, month, status: 'open', plan };
  const start = { workflowId: settlementId, taskQueue: TASK_QUEUES.settlements, args: [input] };
  await world.temporal.client.workflow.execute(SETTLEMENT_WORKFLOW, start);
  await record('nothing-to-settle', settlementId);
});

test('records a run and its continuation', async () => {
  const month = freshMonth();
  await sell(world, month, { ...SALE, total: 50 });
  const workflowId = `settlement-run-${month}`;
  await world.gateway.run(month);
  const description = await world.temporal.client.workflow.getHandle(workflowId).describe();
  const firstRun = description.raw.workflowExecutionInfo?.firstRunId ?? '';
  await record('run-of-a-month', workflowId, firstRun);
  await record('run-continued', workflowId);
});

async function record(name: string, workflowId: string, runId?: string): Promise<void> {
  const history = await world.temporal.client.workflow.getHandle(workflowId, runId).fetchHistory();
  writeFileSync(new URL(`${name}.json`, HISTORIES), `${historyToJSON(history)}\n`);
}
