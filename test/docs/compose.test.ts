import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfig } from '../../lib/config.ts';
import { SECRET_VARIABLES } from '../../lib/secret-files.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const compose = read('docker-compose.yml');
const example = new Map(
  [...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
);
/** `${NAME:-default}`, `${NAME:?message}`; a doubled `$` is the container's own. */
const used = [...compose.matchAll(/(?<!\$)\$\{(\w+)(?::([-?])([^}]*))?\}/g)].map(([, name, kind, text]) => ({
  name: name!,
  default: kind === '-' ? text! : undefined,
}));

/** Every variable that lib/config.ts reads itself; that a secret can be in a file is said once (lib/secret-files.ts). */
function variablesOf(): string[] {
  const names = new Set<string>();
  const env = { DATABASE_URL: 'postgresql://x', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  loadConfig(
    new Proxy<Record<string, string | undefined>>(env, {
      get(target, name) {
        if (typeof name === 'string') names.add(name);
        return target[name as keyof typeof env];
      },
    }),
  );
  return [...names].filter((name) => !/^TEMPORAL_|_FILE$/.test(name)).sort();
}

/** The operator of docker-compose.yml doesn't set these. */
const SETTLED: Record<string, string> = {
  DATABASE_URL: 'a file, made of GUIDEPOST_DB_APP_PASSWORD',
  DATABASE_MIGRATION_URL: 'a file, for migrate alone, made of GUIDEPOST_DB_MIGRATION_PASSWORD',
  DATABASE_ADMIN_URL: 'a file, for migrate alone, made of GUIDEPOST_DB_PASSWORD',
  ENCRYPTION_KEY: 'a file',
  ENCRYPTION_KEYS_ACCEPTED: 'a file',
  CONSOLE_OIDC_CLIENT_SECRET: 'a file, for the console alone',
  SMTP_URL: 'a file, for the API and the operators’ commands',
  REDIS_URL: 'a file, made of REDIS_PASSWORD',
  NODE_ENV: 'in the image',
  HOST: 'in the image',
  PORT: 'in the image',
  WORKFLOW_BUNDLE: 'in the image',
  WORKER_ROLES: 'one service for each',
  WORKER_HEALTH_PORT: 'the same in each worker',
  METRICS_PORT: 'the same in each API process',
  ALLOW_INSECURE_CALLBACKS: 'for development only',
  SANDBOX_CONSOLE_PASSWORD: 'for development only',
};

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
}
const { services, configs } = parse(compose, { merge: true }) as {
  services: Readonly<Record<string, Service>>;
  configs: Readonly<Record<string, { readonly content: string }>>;
};
const secretsOf = ({ environment = {} }: Service) =>
  Object.keys(environment).filter((name) => SECRET_VARIABLES.some((secret) => name === `${secret}_FILE`));

test('no secret of ours is in an environment', () => {
  for (const [name, { environment = {} }] of Object.entries(services))
    expect([
      name,
      Object.keys(environment).filter((one) => SECRET_VARIABLES.some((secret) => secret === one)),
    ]).toEqual([name, []]);
});

test('each secret in a file has its file, and each file is read', () => {
  for (const [name, service] of Object.entries(services)) {
    const read = secretsOf(service).map((variable) => service.environment![variable]);
    if (read.length === 0) continue;
    const mounted = (service.configs ?? []).map(({ target }) => target);
    expect([name, mounted.toSorted()]).toEqual([name, read.toSorted()]);
    for (const { source } of service.configs!) expect(configs[source]?.content).toMatch(/\$\{/);
  }
});

test('no part has a secret that it has no use for', () => {
  const of = (variable: string) =>
    Object.keys(services).filter((name) => secretsOf(services[name]!).includes(`${variable}_FILE`));
  expect(of('SMTP_URL')).toEqual(['api', 'admin']);
  expect(of('REDIS_URL')).toEqual(['api', 'console']);
  expect(of('CONSOLE_OIDC_CLIENT_SECRET')).toEqual(['console']);
  expect(of('DATABASE_ADMIN_URL')).toEqual(['migrate']);
  expect(of('DATABASE_MIGRATION_URL')).toEqual(['migrate']);
});

test('Redis asks for a password', () => {
  expect(configs.redis!.content).toMatch(/^requirepass \$\{REDIS_PASSWORD:\?/m);
});

describe('lib/config.ts, docs/configuration.md, docker-compose.yml and .env.example agree', () => {
  const variables = variablesOf();

  test('the list is read from lib/config.ts', () => {
    expect(variables).toContain('RATE_LIMIT_MERCHANT');
    expect(variables.length).toBeGreaterThan(15);
    // Whoever adds one joins or drops another.
    expect(variables.filter((name) => !name.startsWith('OTEL_')).length).toBeLessThanOrEqual(35);
  });

  test.each(variables)('%s is in docs/configuration.md', (name) => {
    expect(read('docs/configuration.md')).toMatch(new RegExp(`^\\|.*\`${name}\``, 'm'));
  });

  test.each(variables.filter((name) => !(name in SETTLED)))('%s can be set in .env', (name) => {
    expect([...example.keys()]).toContain(name);
    expect(compose).toMatch(new RegExp(`^ +${name}: \\$\\{${name}:`, 'm'));
  });

  test('nothing is excepted that is not there', () => {
    expect(variables).toEqual(expect.arrayContaining(Object.keys(SETTLED)));
  });

  test('what docker-compose.yml takes is in .env.example, with the same value where it has one; and the other way round', () => {
    expect(new Set(used.map(({ name }) => name))).toEqual(new Set(example.keys()));
    const given = used.filter((one) => one.default !== undefined);
    expect(given.map((one) => [one.name, one.default])).toEqual(
      given.map(({ name }) => [name, example.get(name)]),
    );
  });

  test('the values of .env.example are values that lib/config.ts takes, and its own defaults', () => {
    const values = Object.fromEntries([...example].filter(([, value]) => value !== ''));
    const required = {
      DATABASE_URL: 'postgresql://x',
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    };
    const config = loadConfig({ ...values, ...required });
    const defaults = loadConfig(required);
    const { rateLimits, terms, logLevel, databasePoolMax } = defaults;
    expect(config).toMatchObject({ rateLimits, terms, logLevel, databasePoolMax });
    expect(compose).toContain(`subnet: ${config.trustProxy?.[0]} }`);
    expect(loadConfig({ ...required, TRUST_PROXY: '10.0.0.1, ::1  10.1.0.0/16' }).trustProxy).toHaveLength(3);
  });
});
