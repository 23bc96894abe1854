import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AuditEntry, ProcessHeartbeat } from '../../db/entities/index.ts';
import { openInstallation } from '../../db/installation.ts';
import { SCHEMA_NEEDED } from '../../db/migrations/names.ts';
import { readRamp, writeRamp } from '../../db/queries/platform/ramp.ts';
import { claimNamespace } from '../../lib/operations/temporal-identity.ts';
import { ORDER_WORKFLOW, PROGRAM, queueOf } from '../../workflows/contract.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';

const NEWER = PROGRAM + 1;
const SLOW = 120_000;
const EXIT = { done: 0, negative: 1, usage: 2, refused: 4 };

let api: TestApp;
let temporal: TestNamespace;
let shell: AdminShell;
beforeAll(async () => {
  shell = openAdminShell();
  [api, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  await claimNamespace(temporal.client, await openInstallation(api.orm.em.fork(), api.cipher));
});
beforeEach(async () => {
  await api.orm.em.fork().nativeDelete(ProcessHeartbeat, {});
  await writeRamp(api.orm.em.fork(), undefined);
});
afterAll(async () => {
  await shell.close();
  await temporal.close();
  await api.close();
});

const environment = () => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  TEMPORAL_ADDRESS: temporal.address,
  TEMPORAL_NAMESPACE: temporal.namespace,
});
const release = (...args: string[]) => shell.run(environment(), ['release', ...args]);
const ramp = () => readRamp(api.orm.em.fork());
const lastEntry = () =>
  api.orm.em.fork().findOneOrFail(AuditEntry, { id: { $gt: 0 } }, { orderBy: { id: 'desc' } });

/** It says so again and again: here once, for as long as a test may take. */
async function startWorker(program: number): Promise<void> {
  await api.orm.em.fork().insert(ProcessHeartbeat, {
    ...{
      id: randomUUID(),
      roles: ['orders'],
      host: 'here',
      pid: program,
      release: '0',
      missing: [],
      work: {},
    },
    ...{ schemaNeeded: SCHEMA_NEEDED, taskQueues: [queueOf('orders', program)] },
    beatAt: new Date(Date.now() + SLOW),
  });
}

test('a release is tried, given more, withdrawn and forgotten; each is in the audit log', async () => {
  for (const percent of [5, 20]) {
    const { code, stdout } = await release('ramp', `${NEWER}`, '--percent', `${percent}`);
    expect([code, stdout]).toEqual([EXIT.done, expect.stringContaining('state: tried')]);
    expect(await ramp()).toEqual({ program: NEWER, percent });
    if (percent === 5) await startWorker(NEWER);
  }
  expect(await lastEntry()).toMatchObject({
    action: 'release.ramped',
    subject: `release:${NEWER}`,
    details: { percent: 20 },
  });
  expect((await release('stop')).stdout).toContain('state: withdrawn');
  expect(await ramp()).toEqual({ program: NEWER, percent: 0 });
  expect(await lastEntry()).toMatchObject({ action: 'release.stopped' });
  expect((await release('stop')).code).toBe(EXIT.done);

  const early = await release('end');
  expect([early.code, early.stderr]).toEqual([EXIT.refused, expect.stringContaining('stop them first')]);
  await api.orm.em.fork().nativeDelete(ProcessHeartbeat, {});
  expect((await release('end')).code).toBe(EXIT.done);
  expect(await ramp()).toBeUndefined();
  expect(await lastEntry()).toMatchObject({ action: 'release.ended' });
});

test('a trial that ends well leaves all orders to the newer release', async () => {
  await release('ramp', `${NEWER}`, '--percent', '100');
  await startWorker(NEWER);
  expect((await release('end')).code).toBe(EXIT.done);
  expect(await ramp()).toBeUndefined();
});

test('a release that has taken over all orders is withdrawn by its number', async () => {
  await startWorker(NEWER);
  expect((await release('stop')).code).toBe(EXIT.refused);
  expect((await release('stop', `${NEWER}`)).code).toBe(EXIT.done);
  expect(await ramp()).toEqual({ program: NEWER, percent: 0 });
});

test('what can’t go well is refused, and changes nothing', async () => {
  expect((await release('ramp', `${PROGRAM}`, '--percent', '5')).code).toBe(EXIT.refused);
  expect((await release('stop', `${PROGRAM}`)).code).toBe(EXIT.refused);
  expect((await release('end')).code).toBe(EXIT.refused);
  for (const percent of ['0', '101', 'x'])
    expect((await release('ramp', `${NEWER}`, '--percent', percent)).code).toBe(EXIT.usage);
  await startWorker(NEWER);
  const late = await release('ramp', `${NEWER}`, '--percent', '5');
  expect([late.code, late.stderr]).toEqual([EXIT.refused, expect.stringContaining('run already')]);
  expect(await ramp()).toBeUndefined();
  await release('ramp', `${NEWER + 1}`, '--percent', '5');
  expect((await release('ramp', `${NEWER + 2}`, '--percent', '5')).code).toBe(EXIT.refused);
  expect(await ramp()).toEqual({ program: NEWER + 1, percent: 5 });
});

/** An order of a release, for which nobody works. */
const beginOrder = (program: number) =>
  temporal.client.workflow.start(ORDER_WORKFLOW, {
    ...{ workflowId: `ORD${randomUUID()}`, taskQueue: queueOf('orders', program), args: [{}] },
  });
/** What `release show --json` answers, and how it ends. */
async function show() {
  const { code, stdout } = await release('show', '--json');
  return { code, ...JSON.parse(stdout) };
}

test('the release that is tried is shown with what runs by it; one that was withdrawn ends the command with 1 until nothing does', async () => {
  const nothing = { program: null, state: 'none', percent: null, processes: null, workflows: null };
  expect(await show()).toEqual({ code: EXIT.done, ...nothing, own: PROGRAM });

  await release('ramp', `${NEWER}`, '--percent', '5');
  await startWorker(NEWER);
  const its = [await beginOrder(NEWER), await beginOrder(NEWER)];
  await beginOrder(PROGRAM);
  const tried = { program: NEWER, state: 'tried', percent: 5, processes: 1, own: PROGRAM };
  // Temporal's list follows within moments.
  await until(async () => (await show()).workflows === 2);
  expect(await show()).toEqual({ code: EXIT.done, ...tried, workflows: 2 });

  await release('stop');
  const withdrawn = { ...tried, state: 'withdrawn', percent: 0 };
  expect(await show()).toEqual({ code: EXIT.negative, ...withdrawn, workflows: 2 });
  for (const one of its) await one.terminate();
  await until(async () => (await show()).workflows === 0);
  expect(await show()).toEqual({ code: EXIT.done, ...withdrawn, workflows: 0 });
});

test('people are shown the same, one thing a line', async () => {
  const lines = async () => (await release('show')).stdout.trimEnd().split('\n');
  expect(await lines()).toEqual([
    'program: none: no release is tried beside this one',
    'state: none',
    'percent: -',
    'processes: -',
    'workflows: -',
    `own: ${PROGRAM}`,
  ]);
  await release('ramp', `${NEWER + 1}`, '--percent', '100');
  expect(await lines()).toEqual([
    `program: ${NEWER + 1}`,
    'state: tried',
    'percent: 100',
    'processes: 0',
    'workflows: 0',
    `own: ${PROGRAM}`,
  ]);
});
