import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { createSignInCounter } from '../../services/accounts/metrics.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp, tokenRequest } from '../support/app.ts';
import { bookingIn } from '../support/booking.ts';
import { createGuide } from '../support/merchants.ts';
import { type ApiProcess, startApi } from '../support/platform/api-process.ts';
import { drawPort } from '../support/ports.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';

const FOLDER = new URL('../../deploy/observability/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, FOLDER), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
const rules = parse(read('rules.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules) as Rule[];
const dashboards = readdirSync(new URL('dashboards/', FOLDER)).map((file) =>
  JSON.parse(read(`dashboards/${file}`)),
);
const expressions: string[] = [
  ...rules.map(({ expr }) => expr),
  ...dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ targets }: Panel) => targets.map(({ expr }) => expr)),
  ),
];
interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}

test('each alert has an entry in the runbook, and a drill', () => {
  expect(rules.length).toBeGreaterThan(10);
  const headings = [
    ...readFileSync(new URL('../../docs/monitoring.md', import.meta.url), 'utf8').matchAll(
      /^### (Guidepost\w+)$/gm,
    ),
  ].map(([, name]) => name);
  const names = rules.map(({ alert }) => alert);
  expect(headings.sort()).toEqual(names.toSorted());
  expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(
    names.map((name) => `docs/monitoring.md#${name.toLowerCase()}`),
  );
  const drills = parse(read('rules.test.yml')).tests as { name: string }[];
  expect(drills.map(({ name }) => name)).toEqual(['all is well', ...names]);
});

const promtool = spawnSync('promtool', ['--version']).status === 0 ? test : test.skip;
promtool('promtool: each alert fires in its drill, and none while all is well', () => {
  const cwd = fileURLToPath(FOLDER);
  for (const args of [
    ['check', 'rules', 'rules.yml'],
    ['test', 'rules', 'rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  }
});

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
}
test('what inhibits and is inhibited are alerts that exist, and nothing is quiet because of itself', () => {
  const { route, receivers, inhibit_rules } = parse(read('alertmanager.yml'));
  const known = new Set(rules.map(({ alert }) => alert));
  const namesIn = (matchers: readonly string[]) =>
    matchers.flatMap((one) => one.match(/Guidepost\w+/g) ?? []);
  expect(inhibit_rules.length).toBeGreaterThan(3);
  for (const { source_matchers, target_matchers } of inhibit_rules as Inhibition[]) {
    const [sources, targets] = [namesIn(source_matchers), namesIn(target_matchers)];
    expect([...sources, ...targets].filter((name) => !known.has(name))).toEqual([]);
    expect(sources).toHaveLength(1);
    if (targets.length > 1) expect(targets).not.toContain(sources[0]);
  }
  const named = receivers.map(({ name }: { name: string }) => name);
  const used = [route, ...route.routes].map(({ receiver }: { receiver: string }) => receiver);
  expect(used.filter((name) => !named.includes(name))).toEqual([]);
});

const amtool = spawnSync('amtool', ['--version']).status === 0 ? test : test.skip;
amtool('amtool: Alertmanager takes the example', () => {
  const path = fileURLToPath(new URL('alertmanager.yml', FOLDER));
  const { status, stdout, stderr } = spawnSync('amtool', ['check-config', path], { encoding: 'utf8' });
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
});

let app: TestApp;
let temporal: TestNamespace;
let api: ApiProcess;
let worker: ChildProcess;
let addresses: string[];
/** Of the last scrape; told where the wait for them was in vain. */
let missing: string[] = [];

beforeAll(async () => {
  [app, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  await createGuide(app, { id: 'G8301' });
  const [port, apiMetrics, workerHealth] = [await drawPort(), await drawPort(), await drawPort()];
  addresses = [apiMetrics, workerHealth].map((own) => `http://127.0.0.1:${own}/metrics`);
  const env = {
    DATABASE_URL: app.databaseUrl,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
    LOG_LEVEL: 'silent',
    ALLOW_INSECURE_CALLBACKS: '1',
    // Deliveries are activities then, which the SDK measures.
    PROMPT_DELIVERIES: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@guidepost.example',
  };
  const worked = { PATH: process.env.PATH, ...env, WORKER_HEALTH_PORT: `${workerHealth}` };
  worker = spawn(process.execPath, [fileURLToPath(new URL('../../activities/worker.ts', import.meta.url))], {
    env: worked,
    stdio: 'ignore',
  });
  api = await startApi({ ...env, METRICS_PORT: `${apiMetrics}` }, port);
});
afterAll(async () => {
  if (missing.length > 0) console.error(`never seen: ${missing.join(', ')}`);
  worker.kill('SIGKILL');
  await api.kill();
  await temporal.close();
  await app.close();
});

test('every metric of the alerts and dashboards is in a scrape of a platform that has taken an order', async () => {
  const { url, method, payload, headers } = tokenRequest(app.sandbox.agency);
  const token = await (
    await fetch(`${api.address}${url}`, {
      method: method!,
      body: `${payload}`,
      headers: headers as Record<string, string>,
    })
  ).json();
  const authorization = `Bearer ${(token as { data: { access_token: string } }).data.access_token}`;
  const asAgency = { authorization, 'content-type': 'application/json' };
  const callback = await fetch(`${api.address}/open/v1/callback/config`, {
    method: 'PUT',
    headers: asAgency,
    body: JSON.stringify({ url: 'http://127.0.0.1:9/nobody' }),
  });
  expect(callback.status).toBe(200);
  const booked = await fetch(`${api.address}/open/v1/order/create`, {
    method: 'POST',
    headers: asAgency,
    body: JSON.stringify(bookingIn(30, 'G8301')),
  });
  expect(booked.status).toBe(200);
  // Of the console, which is not started here.
  const signIns = new Registry();
  createSignInCounter(signIns);
  const wanted = [
    ...new Set(expressions.flatMap((expr) => expr.match(/\b(guidepost|temporal|nodejs)_\w+/g) ?? [])),
  ];
  expect(wanted.length).toBeGreaterThan(25);
  await until(async () => {
    const texts = await Promise.all([
      signIns.metrics(),
      ...addresses.map((address) =>
        fetch(address).then(
          (answer) => answer.text(),
          () => '',
        ),
      ),
    ]);
    const known = new Set(
      texts
        .join('\n')
        .match(/^(# TYPE )?\w+/gm)
        ?.map((line) => line.replace('# TYPE ', '')),
    );
    missing = wanted.filter(
      (name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')) && !known.has(name),
    );
    return missing.length === 0;
  });
});
