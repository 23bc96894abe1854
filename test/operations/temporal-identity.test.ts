import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openInstallation } from '../../db/installation.ts';
import {
  claimNamespace,
  guardedClient,
  MARKER_WORKFLOW_ID,
  ownerOf,
  takeNamespace,
} from '../../lib/operations/temporal-identity.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { drawPort } from '../support/ports.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';

/** Two platforms: each has a database and a Temporal namespace. */
let ours: { app: TestApp; temporal: TestNamespace; id: string };
let theirs: { app: TestApp; temporal: TestNamespace; id: string };
let fresh: TestNamespace;
let shell: AdminShell;
const STRANGER = 'ORD1700000000000123456';

beforeAll(async () => {
  [ours, theirs] = [await createPlatform(), await createPlatform()];
  fresh = await createTestNamespace();
  shell = openAdminShell();
  await theirs.temporal.client.workflow.start('order', {
    workflowId: STRANGER,
    taskQueue: TASK_QUEUES.orders,
  });
});
afterAll(async () => {
  await shell.close();
  for (const { app, temporal } of [ours, theirs]) {
    await temporal.close();
    await app.close();
  }
  await fresh.close();
});

async function createPlatform() {
  const [app, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  const id = await openInstallation(app.orm.em.fork(), app.cipher);
  await claimNamespace(temporal.client, id);
  return { app, temporal, id };
}

const environment = ({ namespace, address }: TestNamespace) => ({
  DATABASE_URL: ours.app.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  TEMPORAL_ADDRESS: address,
  TEMPORAL_NAMESPACE: namespace,
});
async function start(program: string, temporal: TestNamespace, own: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    ...environment(temporal),
    PORT: String(await drawPort()),
    WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
    ...own,
  };
  const path = fileURLToPath(new URL(`../../${program}`, import.meta.url));
  return spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'ignore'] });
}
const admin = (temporal: TestNamespace, ...args: string[]) => shell.run(environment(temporal), args);
const isRunning = async (id: string) =>
  (await theirs.temporal.client.workflow.getHandle(id).describe()).status.name === 'RUNNING';

test('a namespace is claimed once, and of several that start at the same time by one', async () => {
  const { client, close } = await createTestNamespace();
  const claims = await Promise.allSettled(['a', 'b', 'c'].map((id) => claimNamespace(client, id)));
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = ['a', 'b', 'c'][claims.findIndex(({ status }) => status === 'fulfilled')]!;
  expect(await ownerOf(client)).toBe(winner);
  await claimNamespace(client, winner);
  await close();
});

describe('with the Temporal of another platform', () => {
  test.each([
    ['reconcile', '--repair', '--yes', '--max-terminations', '1000'],
    ['settle', '2026-01'],
  ])('%s %s is refused in words, and its workflows live on', async (...args) => {
    const before = await fingerprintOf(ours.app.orm);
    const { code, stdout, stderr } = await admin(theirs.temporal, ...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(
      `belongs to another installation (${theirs.id}) than the database (${ours.id}): check TEMPORAL_`,
    );
    expect(await fingerprintOf(ours.app.orm)).toBe(before);
    expect(await isRunning(STRANGER)).toBe(true);
    expect(await ownerOf(theirs.temporal.client)).toBe(theirs.id);
  });

  test.each([
    ['the API', 'api/server.ts', {}],
    ['the console', 'console/server/server.ts', {}],
    ['a worker', 'activities/worker.ts', { WORKER_ROLES: 'orders,settlements' }],
  ])('%s does not start', async (_name, program, own) => {
    const child = await start(program, theirs.temporal, own);
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
    expect([code, output]).toEqual([1, expect.stringContaining('belongs to another installation')]);
    expect(await theirs.temporal.client.workflow.count()).toMatchObject({ count: 2 });
  });
});

test('a worker ends when its namespace is taken over while it works', async () => {
  const lost = await createTestNamespace();
  await claimNamespace(lost.client, ours.id);
  const worker = await start('activities/worker.ts', lost, { WORKER_ROLES: 'notifications' });
  const ended = once(worker, 'exit');
  let output = '';
  worker.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await Promise.race([until(() => output.includes('"msg":"working"')), ended]);
  await takeNamespace(lost.client, theirs.id);
  expect((await ended)[0]).toBe(1);
  expect(output).toContain(`belongs to another installation (${theirs.id}) than the database (${ours.id})`);
  await lost.close();
});

test('no call of the API or the console gets through to a namespace that is not ours, lists and activities neither', async () => {
  const { connection, options } = theirs.temporal.client;
  const { namespace } = options;
  const client = guardedClient({ connection, namespace }, async () => ours.id);
  let calls = 0;
  const inOurs = client.withDeadline(Date.now() + 20_000, async () => calls++);
  await expect(inOurs).rejects.toThrow('belongs to another installation');
  expect(calls).toBe(0);
  const handle = client.workflow.getHandle(STRANGER);
  for (const call of [() => handle.describe(), () => handle.signal('redeliver'), () => handle.terminate()])
    await expect(call()).rejects.toThrow('belongs to another installation');
  expect(await isRunning(STRANGER)).toBe(true);
});

test('nor one to a namespace that another installation has taken over since', async () => {
  const taken = await createTestNamespace();
  const { connection } = taken.client;
  const client = guardedClient({ connection, namespace: taken.namespace }, async () => ours.id, [], 0);
  const look = () => client.withDeadline(Date.now() + 20_000, async () => 'seen');
  expect(await look()).toBe('seen');
  await takeNamespace(taken.client, theirs.id);
  await expect(look()).rejects.toThrow('belongs to another installation');
  await taken.close();
});

test("an operator's command never claims a namespace that is nobody's", async () => {
  const { code, stderr } = await admin(fresh, 'reconcile', '--repair', '--yes');
  expect([code, stderr]).toEqual([3, expect.stringContaining('belongs to no installation yet')]);
  expect(await ownerOf(fresh.client)).toBeUndefined();
});

test('"installation" tells both ids, and takes a namespace over where it is asked to', async () => {
  const own = await admin(ours.temporal, 'installation');
  expect([own.code, own.stdout]).toEqual([0, `database: ${ours.id}\ntemporal: ${ours.id}\n`]);
  const strange = await admin(theirs.temporal, 'installation');
  expect([strange.code, strange.stdout]).toEqual([1, `database: ${ours.id}\ntemporal: ${theirs.id}\n`]);

  const taken = await admin(fresh, 'installation', '--take');
  expect([taken.code, taken.stdout]).toEqual([0, `database: ${ours.id}\ntemporal: ${ours.id}\n`]);
  await fresh.client.workflow.getHandle(MARKER_WORKFLOW_ID).terminate('by mistake');
  expect((await admin(fresh, 'installation')).stdout).toContain('temporal: none');
  await admin(fresh, 'installation', '--take');
  expect(await ownerOf(fresh.client)).toBe(ours.id);
});

test("workflows beside ours are never looked at: of another type, queue, or with no order's id", async () => {
  const { client } = ours.temporal;
  const strangers = [
    ['order', 'ORD1700000000000111111', 'their-orders'],
    ['shipment', 'ORD1700000000000222222', TASK_QUEUES.orders],
    ['order', 'order-of-theirs', TASK_QUEUES.orders],
  ] as const;
  for (const [type, workflowId, taskQueue] of strangers) {
    await client.workflow.start(type, { workflowId, taskQueue });
  }
  const own = await client.workflow.start('order', {
    workflowId: 'ORD1700000000000333333',
    taskQueue: TASK_QUEUES.orders,
  });
  // The list of workflows follows within moments.
  for (let seen = 0; seen < 5; ) ({ count: seen } = await client.workflow.count());
  const found = await admin(ours.temporal, 'reconcile');
  expect(found.stdout).toMatch(/ORD1700000000000333333 +orderUnknown/);
  expect(found.stdout).toContain('1 disagreement(s)');

  const bounded = await admin(ours.temporal, 'reconcile', '--repair', '--yes', '--max-terminations', '0');
  expect([bounded.code, bounded.stderr]).toEqual([4, expect.stringContaining('would terminate 1 workflows')]);
  expect((await own.describe()).status.name).toBe('RUNNING');
  expect((await admin(ours.temporal, 'reconcile', '--repair', '--yes')).code).toBe(0);
  expect((await own.describe()).status.name).toBe('TERMINATED');
  for (const [, workflowId] of strangers) {
    expect((await client.workflow.getHandle(workflowId).describe()).status.name).toBe('RUNNING');
  }
});
