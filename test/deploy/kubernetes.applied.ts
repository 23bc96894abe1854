import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type Cluster, startCluster } from './cluster.ts';
import { FOLDER } from './manifests.ts';

let cluster: Cluster;
let folder: string;

beforeAll(async () => {
  cluster = await startCluster();
}, 3_600_000);
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A checkout of an operator's, who has followed docs/kubernetes.md. */
beforeEach(() => {
  if (folder) rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'guidepost-kubernetes-'));
  cpSync(fileURLToPath(FOLDER), folder, { recursive: true });
  for (const part of ['secrets', 'secrets/migration'])
    for (const file of parse(readFileSync(join(folder, part, 'kustomization.yaml'), 'utf8'))
      .secretGenerator[0].files)
      writeFileSync(join(folder, part, file), `${file} of the test\n`);
});

const apply = (part: string) =>
  cluster.kubectl(['apply', '--server-side', '--validate=strict', '--kustomize', join(folder, part)]);
/** Without a warning, too: that is how the API server says what pods of a Deployment would be refused for. */
async function applied(part: string): Promise<void> {
  const { code, stderr } = await apply(part);
  expect([part, code, stderr]).toEqual([part, 0, '']);
}

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

interface Applied {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly generation?: number;
  };
  // biome-ignore lint/suspicious/noExplicitAny: as the API server has it
  readonly spec: any;
}
const KINDS =
  'deployments,jobs,services,configmaps,secrets,ingresses,networkpolicies,horizontalpodautoscalers,poddisruptionbudgets';
async function everything(kinds = KINDS): Promise<Applied[]> {
  const { stdout } = await cluster.kubectl(['get', kinds, '--namespace', 'guidepost', '--output', 'json']);
  return JSON.parse(stdout).items;
}
const versions = async () =>
  Object.fromEntries(
    (await everything()).map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.resourceVersion]),
  );

test('migration, then platform, are applied without a warning; once more, nothing changes', async () => {
  await applied('migrate');
  await applied('platform');
  const before = await versions();
  expect(Object.keys(before).length).toBeGreaterThan(25);
  await applied('migrate');
  await applied('platform');
  expect(await versions()).toEqual(before);
}, 300_000);

test.each([
  ['with every component', '[../egress, ../adapter, ../tracing, ../secrets, ../images]'],
  ['without the proxy', '[../secrets, ../images]'],
  ['with traces alone', '[../tracing, ../secrets, ../images]'],
  ['by prometheus-adapter’s figures', '[../adapter, ../secrets, ../images]'],
])(
  'the platform is applied %s, and once more without a change',
  async (_, components) => {
    edit('platform/kustomization.yaml', /^components:\n( .*\n)+/m, `components: ${components}\n`);
    await applied('platform');
    const before = await versions();
    await applied('platform');
    expect(await versions()).toEqual(before);
    const scalers = await everything('horizontalpodautoscalers');
    const figures = scalers.flatMap(({ spec }) =>
      (spec.metrics as { type: string }[]).map(({ type }) => type),
    );
    expect(figures.filter((type) => type === 'External')).toHaveLength(
      components.includes('adapter') ? 2 : 0,
    );
  },
  300_000,
);

test('every pod is one that the namespace admits, and one that may become root is none', async () => {
  await applied('migrate');
  await applied('platform');
  const owners = await everything('deployments,jobs');
  expect(owners).toHaveLength(7);
  const made = (name: string, spec: object) =>
    cluster.kubectl(
      ['create', '--filename', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'guidepost' }, spec }),
    );
  for (const { metadata, spec } of owners) {
    const { code, stderr } = await made(`of-${metadata.name}`, spec.template.spec);
    expect([metadata.name, code, stderr]).toEqual([metadata.name, 0, '']);
  }
  const [{ spec }] = owners as [Applied];
  const root = { ...spec.template.spec, securityContext: { runAsUser: 0 } };
  expect((await made('root', root)).stderr).toMatch(/violates PodSecurity "restricted/);
}, 300_000);

test('a secret or a configuration that changes rolls the pods that have it, and no others', async () => {
  await applied('platform');
  const generations = async () =>
    Object.fromEntries(
      (await everything('deployments')).map(({ metadata }) => [metadata.name, metadata.generation!]),
    );
  const rolled = async (change: () => void) => {
    const before = await generations();
    change();
    await applied('platform');
    const after = await generations();
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  };
  const ours = ['api', 'console', 'notification-worker', 'order-worker', 'settlement-worker'];
  expect(
    await rolled(() => writeFileSync(join(folder, 'secrets/redis-url'), 'redis://:another@redis:6379')),
  ).toEqual(ours);
  expect(await rolled(() => edit('platform/configuration.env', 'LOG_LEVEL=info', 'LOG_LEVEL=warn'))).toEqual(
    ours,
  );
  expect(
    await rolled(() => edit('platform/console.env', 'ISSUER=', 'ISSUER=https://id.example.com')),
  ).toEqual(['console']);
  expect(await rolled(() => {})).toEqual([]);
}, 300_000);

test('the next release’s migration is refused while the last one’s job is there, and taken when it is deleted', async () => {
  await applied('migrate');
  edit('images/kustomization.yaml', /sha256:0+/, `sha256:${'1'.repeat(64)}`);
  expect((await apply('migrate')).stderr).toMatch(/field is immutable/);
  await cluster.kubectl(['delete', 'job/migrate', '--namespace', 'guidepost']);
  await applied('migrate');
}, 300_000);

test.each([
  [
    'a misspelt field',
    'platform/api.yaml',
    'livenessProbe:',
    'livenesProbe:',
    /livenesProbe: field not declared/,
  ],
  ['a field twice', 'platform/api.yaml', 'minReplicas: 2', 'minReplicas: 2\n  minReplicas: 3', /already/],
  ['more pods at least than at most', 'platform/api.yaml', 'maxReplicas: 8', 'maxReplicas: 1', /maxReplicas/],
  ['a network that is none', 'platform/network-policy.yaml', '172.16.0.0/12', '172.16.0.0/33', /cidr/],
  [
    'a mount without a volume',
    'platform/api.yaml',
    'name: tmp, mountPath',
    'name: temp, mountPath',
    /volumeMounts\[1\].name: Not found/,
  ],
  [
    'a label that selects nothing of its own',
    'platform/api.yaml',
    'matchLabels: { app.kubernetes.io/name: api }',
    'matchLabels: { app.kubernetes.io/name: ape }',
    /selector/,
  ],
])(
  '%s is refused',
  async (_, file, from, to, reason) => {
    edit(file, from, to);
    const { code, stderr } = await apply('platform');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(reason);
  },
  120_000,
);
