import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { locateGoProgram } from './programs/programs.ts';

/** The model that Compose's own library makes of docker-compose.yml and of what is laid over it. Nothing is started. */
interface Model {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}
interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly ports?: readonly { readonly target: number; readonly published: string }[];
  readonly volumes?: readonly { readonly type: string; readonly source: string }[];
}

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
/** What .env.example leaves to the operator, as docs say. */
const FILLED = Object.fromEntries(
  [...readFileSync(join(CHECKOUT, '.env.example'), 'utf8').matchAll(/^(\w+(?:PASSWORD|KEY))=$/gm)].map(
    ([, name]) => [name!, `of-${name}`],
  ),
);
let program: string;
beforeAll(async () => {
  program = await locateGoProgram('compose-config');
}, 600_000);

const config = (files: readonly string[], more: Readonly<Record<string, string>> = {}, env = FILLED): Model =>
  JSON.parse(
    execFileSync(program, ['docker-compose.yml', ...files], {
      cwd: CHECKOUT,
      env: { PATH: process.env.PATH, ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    }),
  );
const isOurs = ({ image }: Service) => image === 'guidepost:local';
const waysOut = ({ networks }: Model, service: Service) =>
  Object.keys(service.networks ?? {}).filter((name) => networks[name]!.internal !== true);

const OVER = [
  ['by itself', [], {}],
  ['with the proxy', ['deploy/compose.egress.yml'], {}],
  [
    'with TLS',
    ['deploy/compose.tls.yml'],
    { API_HOST: 'api.example.com', CONSOLE_HOST: 'console.example.com' },
  ],
  [
    'with what watches it',
    ['deploy/compose.observability.yml'],
    { POSTGRES_EXPORTER_URL: 'postgresql://watcher@postgresql/guidepost', GRAFANA_PASSWORD: 'of-grafana' },
  ],
] as const;

test.each(OVER)(
  'docker-compose.yml %s is what Compose takes; what it builds and mounts is there',
  (_, files, more) => {
    const { services } = config(files, more);
    expect(Object.keys(services).length).toBeGreaterThan(12);
    for (const [name, { build, volumes = [] }] of Object.entries(services)) {
      const needed = [
        ...(build ? [join(build.context, build.dockerfile)] : []),
        ...volumes.filter(({ type }) => type === 'bind').map(({ source }) => source),
      ];
      expect([name, needed.filter((path) => !existsSync(path))]).toEqual([name, []]);
    }
  },
);

test.each(OVER)('docker-compose.yml %s without a variable that it needs is refused', (_, files, more) => {
  const all = { ...FILLED, ...more };
  const missing = Object.keys(all).filter((name) => name !== 'ENCRYPTION_KEYS_ACCEPTED');
  expect(missing.length).toBeGreaterThan(5);
  for (const name of missing) {
    const { [name as keyof typeof all]: _left, ...rest } = all;
    expect(() => config(files, {}, rest)).toThrow(new RegExp(`required variable ${name} is missing`));
  }
});

test('with the proxy nobody of ours has another way out', () => {
  const [alone, behind] = [config([]), config(['deploy/compose.egress.yml'])];
  const senders = (model: Model) =>
    Object.keys(model.services).filter(
      (name) => isOurs(model.services[name]!) && waysOut(model, model.services[name]!).length > 0,
    );
  expect(senders(alone)).toEqual(['api', 'console', 'notification-worker', 'order-worker']);
  expect(senders(behind)).toEqual([]);
  for (const name of senders(alone)) {
    expect(behind.services[name]!.environment).toMatchObject({
      ...alone.services[name]!.environment,
      EGRESS_PROXY: 'http://egress-proxy:4750',
    });
    expect(Object.keys(behind.services[name]!.networks!)).toContain('edge');
  }
  expect(Object.keys(behind.services['egress-proxy']!.networks!).toSorted()).toEqual(['edge', 'out']);
});

test('what is published is reached also with the proxy, as a port of a container in internal networks alone is not', () => {
  const [, , { 1: tls, 2: hosts }, { 1: watching, 2: secrets }] = OVER;
  for (const [files, more] of [
    [[], {}],
    [tls, hosts],
    [watching, secrets],
  ] as const) {
    const model = config(['deploy/compose.egress.yml', ...files], more);
    const published = Object.entries(model.services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.length).toBeGreaterThan(1);
    for (const [name, service] of published)
      expect([name, waysOut(model, service).length > 0]).toEqual([name, true]);
  }
});

test('with TLS the gateway has the two usual ports and no other', () => {
  const { services } = config(OVER[2][1], OVER[2][2]);
  expect(services.gateway!.ports?.map(({ published, target }) => `${published}:${target}`)).toEqual([
    '80:80',
    '443:443',
    '443:443',
  ]);
});

test('a misspelt word is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-compose-'));
  writeFileSync(join(folder, 'misspelt.yml'), 'services:\n  api:\n    restrat: always\n');
  const { status, stderr } = spawnSync(program, ['docker-compose.yml', join(folder, 'misspelt.yml')], {
    cwd: CHECKOUT,
    env: { PATH: process.env.PATH, ...FILLED },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/restrat/)]);
});
