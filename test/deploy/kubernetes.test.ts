import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { loadConfig } from '../../lib/config.ts';
import { SECRET_VARIABLES } from '../../lib/secret-files.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { SMOKESCREEN } from '../support/network/smokescreen.ts';
import {
  all,
  configuration,
  containerOf,
  egress,
  FOLDER,
  type Manifest,
  NEEDED,
  named,
  platform,
  read,
  type Volume,
  variablesIn,
  variablesOf,
  workloads,
} from './manifests.ts';

const { kinds, definitions } = JSON.parse(
  readFileSync(new URL('./kubernetes.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ strict: false, allErrors: true });

const FILLED = {
  ...NEEDED,
  ENCRYPTION_KEYS_ACCEPTED: Buffer.alloc(32, 1).toString('base64'),
  REDIS_URL: 'redis://:password@redis:6379',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  CONSOLE_OIDC_CLIENT_SECRET: 'secret',
  DATABASE_MIGRATION_URL: 'postgresql://y',
  DATABASE_ADMIN_URL: 'postgresql://z',
} satisfies Record<(typeof SECRET_VARIABLES)[number], string>;

test.each(all.map(named))(
  '%s is what Kubernetes takes, with no field that it does not know',
  (_, manifest) => {
    const definition = kinds[`${manifest.apiVersion} ${manifest.kind}`];
    const validate = ajv.compile({ $ref: definition, definitions });
    validate(manifest);
    expect(validate.errors).toBeNull();
  },
);

test('the component for traces adds to the configuration of all pods what turns them on', () => {
  const { kind, configMapGenerator } = parse(read('tracing/kustomization.yaml'));
  expect([kind, configMapGenerator]).toEqual([
    'Component',
    [{ name: 'guidepost', behavior: 'merge', envs: ['tracing.env'] }],
  ]);
  const own = variablesIn('tracing/tracing.env');
  expect(Object.keys(own).filter((name) => name in configuration || !name.startsWith('OTEL_'))).toEqual([]);
  const isTraced = (env: object) => loadConfig({ ...configuration, ...NEEDED, ...env }).tracing;
  expect([isTraced({}), isTraced(own)]).toEqual([false, true]);
});

describe('the component for the way out', () => {
  const policy = (name: string) =>
    [...platform, ...egress].find((one) => one.kind === 'NetworkPolicy' && one.metadata.name === name)!.spec;
  const senders = ['api', 'console', 'order-worker', 'notification-worker'];

  test('is on, and names the proxy that it brings, by an address that the platform takes', () => {
    expect(parse(read('platform/kustomization.yaml')).components).toContain('../egress');
    const { egressProxy } = loadConfig({ ...configuration, ...NEEDED, ...variablesIn('egress/egress.env') });
    const service = egress.find(({ kind }) => kind === 'Service')!;
    expect(egressProxy).toBe(`http://${service.metadata.name}:${service.spec.ports[0].port}`);
  });

  test('leaves the proxy as the only way from those that send, and lets it reach nothing inside', () => {
    const { patches } = parse(read('egress/kustomization.yaml')) as { patches: { patch: string }[] };
    expect(patches.map(({ patch }) => parse(patch))).toMatchObject([
      { metadata: { name: 'egress-internet' }, $patch: 'delete' },
    ]);
    expect(policy('egress-internet').podSelector.matchExpressions[0].values).toEqual(senders);
    const { podSelector, egress: ways } = policy('egress-through-proxy');
    expect(podSelector.matchExpressions[0].values).toEqual(senders);
    expect(ways).toEqual([
      {
        ports: [{ port: 'proxy' }],
        to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'egress-proxy' } } }],
      },
    ]);
    const outside = ({ egress: rules }: Manifest['spec']) => rules.at(-1).to;
    expect(outside(policy('egress-proxy'))).toEqual(outside(policy('egress-internet')));
    expect(policy('egress').podSelector.matchExpressions).toEqual([
      { key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['egress-proxy'] },
    ]);
  });

  test('builds the smokescreen that the platform is tested with', () => {
    const dockerfile = readFileSync(new URL('../egress.Dockerfile', FOLDER), 'utf8');
    expect(dockerfile).toContain(`go install ${SMOKESCREEN}\n`);
  });
});

test('the schema finds a misspelt field', () => {
  const [, manifest] = named(workloads[0]!);
  const misspelt = structuredClone(manifest);
  containerOf(misspelt).livenesProbe = {};
  const validate = ajv.compile({ $ref: kinds['apps/v1 Deployment'], definitions });
  expect(validate(misspelt)).toBe(false);
});

describe.each(workloads.map(named))('%s', (_, manifest) => {
  const pod = manifest.spec.template.spec;
  const container = containerOf(manifest);

  test('runs a program of the image, as nobody in particular', () => {
    const [program, path] = container.args;
    expect(program).toBe('node');
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.resources.limits.memory).toBeDefined();
  });

  test('has a configuration that is taken, its secrets as files that are mounted', () => {
    const env = { ...configuration, ...variablesOf(manifest) };
    const files = Object.entries(env).filter(([name]) => name.endsWith('_FILE'));
    for (const [name, path] of files) {
      expect(SECRET_VARIABLES).toContain(name.replace(/_FILE$/, ''));
      expect(container.volumeMounts).toContainEqual(
        expect.objectContaining({ mountPath: '/run/guidepost', readOnly: true }),
      );
      expect(path).toMatch(/^\/run\/guidepost\//);
    }
    const values = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')));
    expect(Object.keys(values).filter((name) => SECRET_VARIABLES.some((secret) => secret === name))).toEqual(
      [],
    );
    // Each secret that may be empty, empty and filled in.
    expect(() => loadConfig({ ...values, ...NEEDED })).not.toThrow();
    const mounted = files.map(([name]) => name.replace(/_FILE$/, ''));
    const filled = mounted.map((name) => [name, FILLED[name as keyof typeof FILLED]]);
    const provider = { CONSOLE_OIDC_ISSUER: 'https://id.example.com', CONSOLE_OIDC_CLIENT_ID: 'console' };
    const own = mounted.includes('CONSOLE_OIDC_CLIENT_SECRET') ? provider : {};
    expect(() => loadConfig({ ...values, ...own, ...Object.fromEntries(filled) })).not.toThrow();
  });
});

describe.each(platform.filter(({ kind }) => kind === 'Deployment').map(named))('%s', (_, manifest) => {
  const container = containerOf(manifest);

  test('is asked where it answers', () => {
    const ports = Object.fromEntries(
      (container.ports as { name: string; containerPort: number }[]).map((port) => [
        port.name,
        port.containerPort,
      ]),
    );
    const env: Record<string, string> = { PORT: '8080', ...variablesOf(manifest) };
    const isWorker = container.args[1] === 'activities/worker.ts';
    const answering = isWorker ? env.WORKER_HEALTH_PORT : env.PORT;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[probe].httpGet;
      expect([path, String(ports[port])]).toEqual([
        probe === 'readinessProbe' ? '/readyz' : '/healthz',
        answering,
      ]);
    }
    expect(String(ports.metrics)).toBe(isWorker ? env.WORKER_HEALTH_PORT : env.METRICS_PORT);
    expect(manifest.spec.template.metadata.annotations['prometheus.io/port']).toBe(String(ports.metrics));
  });

  test('may be kept while a node is emptied, and is found by what points at it', () => {
    const { name } = manifest.metadata;
    const label = { 'app.kubernetes.io/name': name };
    expect(manifest.spec.selector.matchLabels).toEqual(label);
    expect(manifest.spec.template.metadata.labels).toMatchObject(label);
    const budget = platform.find(
      ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === name,
    );
    expect(budget?.spec.selector.matchLabels).toEqual(label);
    // Either counts the pods, or an autoscaler does: both would take turns.
    const scaler = platform.find(
      ({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && spec.scaleTargetRef.name === name,
    );
    expect(scaler === undefined).toBe(manifest.spec.replicas !== undefined);
    expect(scaler?.spec.minReplicas ?? manifest.spec.replicas).toBeGreaterThanOrEqual(2);
  });
});

test('every role has its workers', () => {
  const roles = platform
    .filter(({ kind }) => kind === 'Deployment')
    .map((one) => variablesOf(one).WORKER_ROLES);
  expect(roles.filter((role) => role !== undefined).toSorted()).toEqual(Object.keys(TASK_QUEUES).toSorted());
});

test('each pod mounts the secrets that its program reads, and no other', () => {
  for (const manifest of workloads) {
    const read = Object.entries(variablesOf(manifest)).filter(([name]) => name.endsWith('_FILE'));
    const { volumes } = manifest.spec.template.spec as { volumes: Volume[] };
    const { secret, projected } = volumes.find(({ name }) => name === 'secrets')!;
    const items = secret?.items ?? projected!.sources.flatMap((source) => source.secret.items);
    const mounted = items.map(({ path }) => `/run/guidepost/${path}`);
    expect([manifest.metadata.name, mounted.toSorted()]).toEqual([
      manifest.metadata.name,
      read.map(([, path]) => path).toSorted(),
    ]);
  }
  const has = (name: string) =>
    platform
      .filter((one) => one.kind === 'Deployment' && `${name}_FILE` in variablesOf(one))
      .map((one) => one.metadata.name);
  expect(has('SMTP_URL')).toEqual(['api']);
  expect(has('CONSOLE_OIDC_CLIENT_SECRET')).toEqual(['console']);
  expect(has('REDIS_URL')).toEqual(['api', 'console']);
});

describe('the network', () => {
  const policies = platform.filter(({ kind }) => kind === 'NetworkPolicy');
  const policy = (name: string) => policies.find(({ metadata }) => metadata.name === name)!.spec;

  test('whoever is believed about clients’ addresses is the only one who reaches the http port', () => {
    for (const rule of policies.flatMap(
      ({ spec }) => (spec.ingress ?? []) as { ports: { port: string }[]; from?: object[] }[],
    ))
      expect(rule.from?.length).toBeGreaterThan(0);
    expect(policy('http').ingress[0].from).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } },
    ]);
  });

  test('every pod has a policy for what leaves it, and settlement workers no way to the internet', () => {
    expect(policy('egress')).toMatchObject({ podSelector: {}, policyTypes: ['Egress'] });
    const { podSelector, egress } = policy('egress-internet');
    expect(podSelector.matchExpressions[0].values).toEqual([
      'api',
      'console',
      'order-worker',
      'notification-worker',
    ]);
    for (const { ipBlock } of egress[0].to) expect(ipBlock.except.length).toBeGreaterThan(1);
    const { except } = egress[0].to[0].ipBlock;
    expect(except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    );
  });
});
