import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { loadConfig } from '../../lib/config.ts';
import { interpolate, parseCompose, requiredVariables, versionOf } from '../../tools/topology/compose.ts';
import { IMAGE_ENVIRONMENT, planTopology } from '../../tools/topology/plan.ts';
import { portNames } from '../../tools/topology/services.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const text = read('docker-compose.yml');
const file = parseCompose(text);
const FIRST_PORT = 20_000;
const ports = new Map(portNames(file).map((name, index) => [name, FIRST_PORT + index]));
const KEY = Buffer.alloc(32).toString('base64');
const variables: Record<string, string> = {
  ...Object.fromEntries(requiredVariables(text).map((name) => [name, `secret-of-${name}`])),
  ENCRYPTION_KEY: KEY,
  GATEWAY_PORT: `${ports.get('gateway/GATEWAY_PORT')}`,
  CONSOLE_PORT: `${ports.get('gateway/CONSOLE_PORT')}`,
  TRUST_PROXY: '127.0.0.1/32',
};
const places = { ports, variables, root: '/data/root', bundle: '/data/bundle.js' };
const plan = planTopology(file, places);
const named = (name: string) => plan.find((process) => process.name === name)!;
/** The file with another list of services. */
const withServices = (services: typeof file.services) => ({ ...file, services });

test('docker-compose.yml and the topology know the same services: one more, and one less, are refused', () => {
  const { redis, ...others } = file.services;
  const more = withServices({ ...file.services, search: redis! });
  expect(() => planTopology(more, places)).toThrow('does not know the service search');
  expect(() => portNames(more)).toThrow('does not know the service search');
  expect(() => planTopology(withServices(others), places)).toThrow('no service redis any more');
});

test('a part of a service that the topology knows nothing of is refused', () => {
  const changed = text.replace('    image: redis:', '    entrypoints: [x]\n    image: redis:');
  expect(() => parseCompose(changed)).toThrow('does not know "entrypoints" of the service redis');
});

test('as many processes as replicas, each with ports of its own', () => {
  expect(
    plan
      .filter(({ port }) => port > 0)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'api-1',
    'api-2',
    'console',
    'gateway',
    'notification-worker-1',
    'notification-worker-2',
    'order-worker-1',
    'order-worker-2',
    'postgresql',
    'redis',
    'settlement-worker',
    'temporal',
    'temporal-postgresql',
  ]);
  const listening = plan.map(({ port }) => port).filter((port) => port > 0);
  expect(new Set(listening).size).toBe(listening.length);
  const more = withServices({ ...file.services, api: { ...file.services.api!, deploy: { replicas: 3 } } });
  expect(portNames(more)).toContain('api-3/METRICS_PORT');
});

test('each process comes after those that it waits for', () => {
  const order = plan.map(({ service }) => service);
  for (const { service, dependsOn } of plan)
    for (const before of dependsOn) expect(order.lastIndexOf(before)).toBeLessThan(order.indexOf(service));
  expect(named('order-worker-1').dependsOn).toEqual(['migrate', 'temporal-namespace']);
});

test("nothing leads to a container's address or path any more", () => {
  const hosts = Object.keys(file.services).join('|');
  const notified = plan.flatMap(({ command, env, files }) => [
    ...command,
    ...Object.values(env),
    ...Object.values(files),
  ]);
  expect(notified.filter((one) => new RegExp(`(?<![\\w-])(${hosts}):\\d`).test(one))).toEqual([]);
  expect(notified.filter((one) => /0\.0\.0\.0|^\/(run|etc|app)\//.test(one))).toEqual([]);
});

test('a process has the environment of its service, secrets as files, and its own ports', () => {
  const { env, files } = named('api-2');
  expect(Object.keys(env)).toEqual(expect.arrayContaining(Object.keys(file.services.api!.environment!)));
  const database = `127.0.0.1:${ports.get('postgresql/PORT')}`;
  expect(files[env.DATABASE_URL_FILE!]).toBe(
    `postgresql://guidepost_app:secret-of-GUIDEPOST_DB_APP_PASSWORD@${database}/guidepost`,
  );
  expect(files[env.ENCRYPTION_KEY_FILE!]).toBe(KEY);
  expect(files[env.REDIS_URL_FILE!]).toBe(
    `redis://:secret-of-REDIS_PASSWORD@127.0.0.1:${ports.get('redis/PORT')}`,
  );
  expect(env).toMatchObject({
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.get('temporal/FRONTEND_GRPC_PORT')}`,
    PORT: `${ports.get('api-2/PORT')}`,
    METRICS_PORT: `${ports.get('api-2/METRICS_PORT')}`,
    RATE_LIMIT_MERCHANT: '10000',
  });
  const config = loadConfig({
    ...env,
    DATABASE_URL_FILE: '',
    DATABASE_URL: 'postgresql://x',
    ENCRYPTION_KEY_FILE: '',
    ENCRYPTION_KEY: KEY,
    ENCRYPTION_KEYS_ACCEPTED_FILE: '',
    REDIS_URL_FILE: '',
    SMTP_URL_FILE: '',
  });
  expect([config.isProduction, config.port]).toEqual([true, ports.get('api-2/PORT')]);
});

test("Temporal's server and its schema tool find its own PostgreSQL, by a host and a port apart", () => {
  const port = `${ports.get('temporal-postgresql/PORT')}`;
  expect(named('temporal').env).toMatchObject({
    POSTGRES_SEEDS: '127.0.0.1',
    DB_PORT: port,
    POSTGRES_USER: 'temporal',
    NUM_HISTORY_SHARDS: '512',
  });
  expect(named('temporal-schema').env).toMatchObject({
    SQL_HOST: '127.0.0.1',
    SQL_PORT: port,
    SQL_USER: 'temporal',
  });
  expect(versionOf(named('temporal').image)).toBe(versionOf(named('temporal-schema').image));
});

test('the gateway asks both API processes, and listens where it is told', () => {
  const [caddyfile = ''] = Object.values(named('gateway').files);
  expect(caddyfile).toContain(
    `to 127.0.0.1:${ports.get('api-1/PORT')} 127.0.0.1:${ports.get('api-2/PORT')}\n`,
  );
  expect(caddyfile).toContain(`to 127.0.0.1:${ports.get('console/PORT')}\n`);
  expect(caddyfile.match(/^:\d+ \{/gm)).toEqual([
    `:${variables.GATEWAY_PORT} {`,
    `:${variables.CONSOLE_PORT} {`,
  ]);
  expect(caddyfile).toContain('lb_policy least_conn');
});

test('without Redis each API process counts for itself', () => {
  const without = planTopology(file, { ...places, missing: ['redis'] });
  expect(without.map(({ name }) => name)).not.toContain('redis');
  const { env, files } = without.find(({ name }) => name === 'api-1')!;
  expect(files[env.REDIS_URL_FILE!]).toBe('');
});

test('variables are read as Compose reads them', () => {
  const given = { SET: 'yes', EMPTY: '' };
  const texts = ['SET', 'SET:-no', 'EMPTY:-other', 'MISSING', 'SET:?why'].map((one) => `\${${one}}`);
  expect(texts.map((one) => interpolate(one, given))).toEqual(['yes', 'yes', 'other', '', 'yes']);
  expect(interpolate(`$\${SET} $$1`, given)).toBe(`\${SET} $1`);
  expect(() => interpolate(`\${EMPTY:?see .env.example}`, given)).toThrow(
    'EMPTY is not set: see .env.example',
  );
});

test("the image's environment is the Dockerfile's", () => {
  const dockerfile = read('deploy/Dockerfile');
  for (const [name, value] of Object.entries(IMAGE_ENVIRONMENT))
    expect(dockerfile).toMatch(new RegExp(`\\b${name}=${value}\\b`));
});
