import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TYPES } from '../../tools/replay/histories.ts';
import { withoutWords } from '../../tools/replay/keep.ts';
import { replayRunning } from '../../tools/replay/run.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { until } from '../support/until.ts';
import { createGatedWorld, type GatedWorld, STUDIO } from '../workflows/gated-orders.ts';
import { placeOrder } from '../workflows/order-data.ts';
import { replay } from '../workflows/replay.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const HISTORIES = join(CHECKOUT, 'test/histories');

/** Processes take a second to start, or several beside other tests. */

let world: GatedWorld;
let pending: string;
let confirmed: string;
/** The workflows of a release that records moves by another activity. */
let changed: string;

beforeAll(async () => {
  world = await createGatedWorld({ workflowTaskTimeout: '10 s' });
  const [first, second] = [await placeOrder(world.orm, new Date()), await placeOrder(world.orm, new Date())];
  await world.gateway.start(first);
  await world.gateway.move(second, { trigger: 'confirm', updateId: 'confirm', actor: STUDIO });
  pending = first.id;
  confirmed = second.id;
  const counted = async (query: string) => (await world.place.client.workflow.count(query)).count;
  await until(async () => (await counted("ExecutionStatus = 'Running' and WorkflowType = 'order'")) === 2);
  await until(async () => (await counted("OrderStatus = 'confirmed'")) === 1);
  changed = join(tmpdir(), `guidepost-changed-${process.pid}.js`);
  const code = readFileSync((await testWorkflows()).codePath, 'utf8');
  writeFileSync(changed, code.replaceAll('recordTransition', 'recordOtherwise'));
});
afterAll(async () => {
  rmSync(changed, { force: true });
  await world.close();
});

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** `npm run replay -- …` as a process of its own: on the workflows that ship, where nothing else is said. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const { address, namespace } = world.place;
  const given = {
    PATH: process.env.PATH,
    NO_COLOR: '1',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
    ...env,
  };
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/replay/index.ts', ...args],
      { cwd: CHECKOUT, env: given },
      (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });
}

test('code on which every open order goes on is told so', async () => {
  const { code, output } = await run(['--open']);
  expect([code, output]).toEqual([0, '2 replayed on this code, 0 would fail\n']);
});

test('code that moves orders otherwise: the order that has moved would fail, with the cause; the other would not', async () => {
  const { code, output } = await run(['--open', '--type', 'order'], { WORKFLOW_BUNDLE: changed });
  expect(code).toBe(1);
  const [failure, summary] = output.split('\n');
  expect(failure).toMatch(new RegExp(`^${confirmed}: .*nondeterminism.*recordTransition`, 'i'));
  expect(summary).toBe('2 replayed on this code, 1 would fail');
  expect((await run([pending], { WORKFLOW_BUNDLE: changed })).code).toBe(0);
});

describe('timers are compared, which Temporal itself does not do:', () => {
  /** Ships, but for the reminder. */
  async function withReminder(entry: string): Promise<{ path: string; remove: () => void }> {
    const path = join(tmpdir(), `guidepost-reminder-${process.pid}.js`);
    const code = readFileSync((await testWorkflows()).codePath, 'utf8');
    const changed = code.replace(/\[\s*["']confirmationHalf["'],\s*0?\.5\s*\],/, entry);
    expect(changed).not.toBe(code);
    writeFileSync(path, changed);
    return { path, remove: () => rmSync(path) };
  }

  test.each([
    ['a reminder is missing', '', 'confirmationLate'],
    ['a reminder comes at another time', '["confirmationHalf", 0.75],', 'confirmationHalf'],
  ])('%s: what runs and what is recorded fails', async (_name, entry, summary) => {
    const { path, remove } = await withReminder(entry);
    const wouldBe = new RegExp(
      `timer 1 was \\d+ s for "confirmationHalf" and would be \\d+ s for "${summary}"`,
    );
    try {
      const running = await run([pending], { WORKFLOW_BUNDLE: path });
      expect([running.code, running.output]).toEqual([1, expect.stringMatching(wouldBe)]);
      const recorded = await run(['--recorded'], { WORKFLOW_BUNDLE: path, TEMPORAL_ADDRESS: '127.0.0.1:1' });
      expect(recorded.code).toBe(1);
      expect(recorded.output).toMatch(
        new RegExp(`^confirmed-then-moved-by-the-clock: ${wouldBe.source}$`, 'm'),
      );
    } finally {
      remove();
    }
  });

  test('what is recorded replays, without a platform', async () => {
    const { code, output } = await run(['--recorded'], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    const recorded = globSync('**/*.json', { cwd: HISTORIES }).length;
    expect([code, output]).toEqual([0, `${recorded} replayed on this code, 0 would fail\n`]);
  });
});

test("a query finds what Temporal's list finds of it, among the types that were asked for", async () => {
  const ofOne = await run(['--query', "OrderStatus = 'confirmed' or OrderStatus = 'never'"], {
    WORKFLOW_BUNDLE: changed,
  });
  expect([ofOne.code, ofOne.output]).toEqual([
    1,
    expect.stringContaining('1 replayed on this code, 1 would fail'),
  ]);
  const { code, output } = await run(['--open', '--type', 'settlement', 'hold']);
  expect([code, output]).toEqual([0, '0 replayed on this code, 0 would fail\n']);
});

test('what could not be found out does not look like success', async () => {
  const unknown = await run([pending, 'ORD404']);
  expect([unknown.code, unknown.output]).toEqual([
    2,
    expect.stringContaining('ORD404: there is no such workflow'),
  ]);
  const away = await run(['--open'], { TEMPORAL_ADDRESS: '127.0.0.1:1' });
  expect([away.code, away.errors]).toEqual([
    2,
    expect.stringContaining('Temporal at 127.0.0.1:1 does not answer'),
  ]);
  const wrong = await run(['--query', 'no such thing']);
  expect([wrong.code, wrong.output]).toEqual([2, '']);
  const none = await run([]);
  expect([none.code, none.errors]).toEqual([2, expect.stringContaining('name workflows, or say --open')]);
});

test('a history is kept without names of hosts and words that people wrote, and replays', async () => {
  const histories = mkdtempSync(join(tmpdir(), 'guidepost-kept-'));
  const { client } = world.place;
  const workflowBundle = await testWorkflows();
  const deps = { client, workflowBundle, histories, print: () => {}, progress: () => {} };
  const keep = () => replayRunning(deps, { ids: [confirmed], types: TYPES, keep: 'of-today/confirmed' });
  try {
    expect(await keep()).toEqual({ replayed: 1, failed: 0, unknown: 0 });
    const kept = readFileSync(join(histories, 'of-today/confirmed.json'), 'utf8');
    expect(kept).not.toMatch(/identity/);
    const { events } = JSON.parse(kept) as { events: readonly object[] };
    const named = events.filter((event) => 'userMetadata' in event);
    expect(named.every((event) => 'timerStartedEventAttributes' in event)).toBe(true);
    expect(named.map(payloadsOf)).toContain('"beginTrip"');
    await replay(JSON.parse(kept));
    await expect(keep()).rejects.toThrow('there is a history of-today/confirmed already');
  } finally {
    rmSync(histories, { recursive: true, force: true });
  }
});

test.each([['settlement/disputed-adjusted-and-paid', 'we looked at it']])(
  'of "%s" words of operators are left out, ids and states stay',
  async (name, words) => {
    const recorded = JSON.parse(readFileSync(join(HISTORIES, `${name}.json`), 'utf8'));
    const kept = withoutWords(recorded) as Parameters<typeof replay>[0];
    expect(payloadsOf(recorded)).toContain(words);
    expect(payloadsOf(kept)).not.toContain(words);
    expect(payloadsOf(kept)).toMatch(/mk_|ORD[0-9]|STL[0-9]/);
    await replay(kept);
  },
);

test('whatever personal thing a workflow might be given, none of it is kept', () => {
  const personal = [
    'Ada',
    'Ada Lovelace',
    '+351912345678',
    'ada@example.com',
    'https://a.example/',
    '912 345 678',
    '9123456789',
  ];
  const data = Buffer.from(JSON.stringify({ orderId: 'ORD17', inner: personal })).toString('base64');
  const kept = withoutWords({ events: [{ input: { payloads: [{ metadata: {}, data }] } }] });
  expect(payloadsOf(kept)).toBe('{"orderId":"ORD17","inner":["…","…","…","…","…","…","…"]}');
});

/** All payloads in clear. */
function payloadsOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  if ('metadata' in part && 'data' in part) return Buffer.from(String(part.data), 'base64').toString('utf8');
  return Object.values(part).map(payloadsOf).join('');
}
