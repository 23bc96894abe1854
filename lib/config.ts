/**
 * The only reader of the environment. Everything else receives what it needs as arguments.
 * Every variable is listed in docs/configuration.md; a wrong value stops the process at start, with its name.
 */
import { fileURLToPath } from 'node:url';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import ipaddr from 'ipaddr.js';
import addressparser from 'nodemailer/lib/addressparser';
import { IsEmail } from 'typebox/format';
import type { MailSettings } from '../domain/mail.ts';
import { DEFAULT_OPERATORS_NEEDED, type OperatorsNeeded } from '../domain/operator-proposals.ts';
import { DEFAULT_PLATFORM_TERMS, type PlatformTerms } from '../domain/platform-terms.ts';
import {
  DEFAULT_RETENTION,
  PROMISED_DAYS,
  type PrunedKind,
  type RetentionDays,
} from '../domain/retention.ts';
import { isTimeZone } from '../domain/trip.ts';
import { parseWhole } from '../domain/whole-number.ts';
import { withSecretFiles } from './secret-files.ts';

const WORKER_ROLES = ['orders', 'notifications', 'settlements'] as const;
export type WorkerRole = (typeof WORKER_ROLES)[number];

/** Requests per minute; 0: no limit. */
export interface RateLimitSettings {
  /** For one merchant, over all its credentials. */
  readonly merchantPerMinute: number;
  /** Token requests from one address. */
  readonly tokenPerMinute: number;
  /** Other requests without a valid token, from one address. */
  readonly addressPerMinute: number;
}

/** An OpenID provider, and what the console is called there. */
export interface OidcSettings {
  /** https; on loopback http. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
type TemporalConnectOptions = ReturnType<typeof loadClientConnectConfig>['connectionOptions'];

export interface Config {
  /** Where the API listens. */
  readonly host: string;
  readonly port: number;
  /** Where API and console answer /metrics; undefined: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Between "not ready" and the closed listener when the process is stopped, in milliseconds. */
  readonly stopDelayMs: number;
  /** The address that merchants use; also the token issuer (RFC 8414). No trailing slash. */
  readonly publicBaseUrl: string;
  /** The console's address, its origin; without a trailing slash. Mails lead there. */
  readonly consoleBaseUrl: string;
  /** The password of a development platform's logins, which the console makes; undefined: it makes none. */
  readonly sandboxConsolePassword: string | undefined;
  /** Where operators see an order's workflow; without a trailing slash. Undefined: the console has no links there. */
  readonly temporalUiUrl: string | undefined;
  /** How many operators it takes to approve a live merchant, to record a payment, to ask for a link, to make an operator. */
  readonly operatorsToApprove: OperatorsNeeded;
  /** The company's OpenID provider, by which operators may sign in; undefined: they sign in as others do. */
  readonly oidc: OidcSettings | undefined;
  readonly databaseUrl: string;
  /** For `npm run migrate` only: the role that migrates; undefined: that of `databaseUrl`. */
  readonly databaseMigrationUrl: string | undefined;
  /** For `npm run migrate` only: a role that makes the other two; undefined: they are there. */
  readonly databaseAdminUrl: string | undefined;
  /** Connections that one process may hold; an order worker's are of two pools. */
  readonly databasePoolMax: number;
  readonly temporal: { readonly connection: TemporalConnectOptions; readonly namespace: string };
  /** 32 bytes; encrypts app secrets, callback secrets and signing keys at rest (AES-256-GCM). */
  readonly encryptionKey: Buffer;
  /** Further keys that secrets may be encrypted with, while ENCRYPTION_KEY is being changed; they only decrypt. */
  readonly encryptionKeysAccepted: readonly Buffer[];
  /** Permits callback addresses with http and on loopback. For development only. */
  readonly allowInsecureCallbacks: boolean;
  /** The only way out to addresses that merchants chose, an HTTP proxy; undefined: they are reached from here. */
  readonly egressProxy: string | undefined;
  /** Addresses and CIDR ranges that callbacks come from, for merchants' firewalls; none: nobody was promised any. */
  readonly egressAddresses: readonly string[];
  /** Order workers make the first attempts of notifications themselves; false where they can't reach merchants. */
  readonly inlineAttempts: boolean;
  readonly rateLimits: RateLimitSettings;
  /** Shares rate limits between API processes; undefined: each counts for itself. */
  readonly redisUrl: string | undefined;
  /** Proxies (addresses, CIDR) whose `X-Forwarded-For` gives the client's address; undefined: it is ignored. */
  readonly trustProxy: readonly string[] | undefined;
  /** How merchants are sent e-mail; undefined: they are sent none. */
  readonly mail: MailSettings | undefined;
  /** Time zone of settlements, and the default commission. */
  readonly terms: PlatformTerms;
  /** What is removed when it is older. */
  readonly retention: RetentionDays;
  readonly logLevel: string;
  /** Traces are sent by OTLP; OpenTelemetry reads where to, and how many, by itself. */
  readonly tracing: boolean;
  /** NODE_ENV says production: what is merely unwise elsewhere is refused. */
  readonly isProduction: boolean;
  readonly workerRoles: readonly WorkerRole[];
  /** Where a worker answers /healthz, /readyz and /metrics; undefined: nowhere. */
  readonly workerHealthPort: number | undefined;
  /** A workflow bundle built beforehand; undefined: the worker bundles at start. */
  readonly workflowBundlePath: string | undefined;
  /** Workers note where workflows wait, for "Call Stack" in the Temporal UI; a quarter of an order worker's CPU. */
  readonly workflowCallStacks: boolean;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What `npm run replay` needs: a running platform's Temporal, and no secret of it. */
export function loadTemporalConfig(
  env: Environment = process.env,
): Config['temporal'] & Pick<Config, 'workflowBundlePath'> {
  const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: present(env) });
  return {
    connection: connectionOptions,
    namespace: namespace ?? 'default',
    workflowBundlePath: env.WORKFLOW_BUNDLE || undefined,
  };
}

/** For mails that are not sent. */
const DEFAULT_SENDER = 'Guidepost <no-reply@guidepost.example>';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads and checks the whole configuration.
 * @throws ConfigError naming the variable and what it should be; the value itself is never repeated.
 */
export function loadConfig(environment: Environment = process.env): Config {
  const env = readSecretFiles(environment);
  const port = integer(env, 'PORT', 8080, 0, 65_535);
  const host = env.HOST || '127.0.0.1';
  const { connection, namespace, workflowBundlePath } = loadTemporalConfig(env);
  return Object.freeze({
    host,
    port,
    metrics: metricsAddress(env, host),
    stopDelayMs: integer(env, 'STOP_DELAY_SECONDS', 0, 0, 120) * 1_000,
    publicBaseUrl: webAddress(env, 'PUBLIC_BASE_URL', `http://${host}:${port}`),
    consoleBaseUrl: webAddress(env, 'CONSOLE_BASE_URL', `http://${host}:${port}`),
    sandboxConsolePassword: sandboxConsolePassword(env),
    temporalUiUrl: env.TEMPORAL_UI_URL ? webAddress(env, 'TEMPORAL_UI_URL', '') : undefined,
    operatorsToApprove: operatorsToApprove(env),
    oidc: oidc(env),
    databaseUrl: required(env, 'DATABASE_URL'),
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL || undefined,
    databaseAdminUrl: env.DATABASE_ADMIN_URL || undefined,
    databasePoolMax: integer(env, 'DATABASE_POOL_MAX', 16, 2, 500),
    temporal: { connection, namespace },
    encryptionKey: key('ENCRYPTION_KEY', required(env, 'ENCRYPTION_KEY')),
    encryptionKeysAccepted: readAcceptedKeys(env),
    allowInsecureCallbacks: flag(env, 'ALLOW_INSECURE_CALLBACKS'),
    egressProxy: egressProxy(env),
    egressAddresses: addressList(env, 'EGRESS_ADDRESSES'),
    inlineAttempts: flag(env, 'PROMPT_DELIVERIES', '1'),
    rateLimits: rateLimits(integer(env, 'RATE_LIMIT_MERCHANT', 10_000, 0, 100_000_000)),
    redisUrl: redisUrl(env),
    trustProxy: trustProxy(env),
    mail: mail(env),
    terms: {
      timeZone: timeZone(env),
      commissionRate: integer(
        env,
        'PLATFORM_COMMISSION_RATE',
        DEFAULT_PLATFORM_TERMS.commissionRate,
        0,
        10_000,
      ),
    },
    retention: {
      attempts: DEFAULT_RETENTION.attempts,
      notifications: keptDays(env, 'NOTIFICATIONS_KEPT_DAYS', 'notifications'),
    },
    isProduction: env.NODE_ENV === 'production',
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    tracing: tracing(env),
    workerRoles: roles(env),
    workerHealthPort: env.WORKER_HEALTH_PORT ? integer(env, 'WORKER_HEALTH_PORT', 0, 0, 65_535) : undefined,
    workflowBundlePath,
    workflowCallStacks: flag(env, 'WORKFLOW_CALL_STACKS', '0'),
  });
}

/** The environment with secrets that are given as files (lib/secret-files.ts). @throws ConfigError */
export function readSecretFiles(env: Environment): Environment {
  try {
    return withSecretFiles(env);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is not set`);
  return value;
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = parseWhole(text);
  if (value === undefined || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

/** `9090`, or with the address to listen at: `127.0.0.1:9090`. */
function metricsAddress(env: Environment, host: string): Config['metrics'] {
  const text = env.METRICS_PORT;
  if (!text) return undefined;
  const [, address, port = ''] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const isAddress = address === undefined || ipaddr.isValid(address);
  if (!isAddress || port === '' || Number(port) > 65_535)
    throw new ConfigError(
      'METRICS_PORT must be a port from 0 to 65535, with or without an address before it',
    );
  return { host: address ?? host, port: Number(port) };
}

/**
 * One variable for three limits, since they are raised together. With 10,000, token requests of one address are 300 a minute, and
 * other requests without a valid token 3,000. 0 is no limit.
 */
function rateLimits(merchantPerMinute: number): RateLimitSettings {
  return {
    merchantPerMinute,
    tokenPerMinute: Math.ceil(merchantPerMinute * 0.03),
    addressPerMinute: Math.ceil(merchantPerMinute * 0.3),
  };
}

/** 0: for ever; else no less than merchants were promised. */
function keptDays(env: Environment, name: string, kind: PrunedKind): number {
  const days = integer(env, name, DEFAULT_RETENTION[kind], 0, 36_500);
  if (days === 0 || days >= PROMISED_DAYS[kind]) return days;
  throw new ConfigError(
    `${name} must be 0 (for ever) or at least ${PROMISED_DAYS[kind]}, as merchants were promised`,
  );
}

function flag(env: Environment, name: string, fallback: '0' | '1' = '0'): boolean {
  return oneOf(env, name, ['0', '1'], fallback) === '1';
}

function oneOf(env: Environment, name: string, allowed: readonly string[], fallback: string): string {
  const value = env[name] || fallback;
  if (!allowed.includes(value)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`);
  return value;
}

/** ENCRYPTION_KEYS_ACCEPTED, separated by commas. @throws ConfigError */
export function readAcceptedKeys(env: Environment): Buffer[] {
  const listed = (env.ENCRYPTION_KEYS_ACCEPTED ?? '').split(',').map((text) => text.trim());
  return listed.filter((text) => text !== '').map((text) => key('each of ENCRYPTION_KEYS_ACCEPTED', text));
}

function key(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32)
    throw new ConfigError(`${name} must be 32 bytes in base64 (openssl rand -base64 32)`);
  return bytes;
}

function webAddress(env: Environment, name: string, fallback: string): string {
  const value = env[name] || fallback;
  const isWeb = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  if (!isWeb) throw new ConfigError(`${name} must be an absolute URL, https or http`);
  return value.replace(/\/+$/, '');
}

/** Logins that everybody knows are not for production. */
function sandboxConsolePassword(env: Environment): string | undefined {
  const password = env.SANDBOX_CONSOLE_PASSWORD || undefined;
  if (password !== undefined && env.NODE_ENV === 'production')
    throw new ConfigError('SANDBOX_CONSOLE_PASSWORD is for development only');
  return password;
}

/** One is for an operator who works alone; two is the default. */
function operatorsToApprove(env: Environment): OperatorsNeeded {
  return oneOf(env, 'OPERATORS_TO_APPROVE', ['1', '2'], `${DEFAULT_OPERATORS_NEEDED}`) === '1' ? 1 : 2;
}

/** All three, or none. */
function oidc(env: Environment): OidcSettings | undefined {
  const names = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;
  const [issuer, clientId, clientSecret] = names.map((name) => env[name]);
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError(`${names.join(', ')}: set all three, or none`);
  if (!/^(https:\/\/.|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(issuer) || !URL.canParse(issuer))
    throw new ConfigError('CONSOLE_OIDC_ISSUER must be an absolute https URL');
  return { issuer, clientId, clientSecret };
}

function timeZone(env: Environment): string {
  const value = env.PLATFORM_TIME_ZONE || DEFAULT_PLATFORM_TERMS.timeZone;
  if (!isTimeZone(value)) throw new ConfigError('PLATFORM_TIME_ZONE must be an IANA time zone name');
  return value;
}

function redisUrl(env: Environment): string | undefined {
  const value = env.REDIS_URL || undefined;
  if (value === undefined || /^rediss?:\/\/./.test(value)) return value;
  throw new ConfigError('REDIS_URL must start with redis:// or rediss://');
}

function mail(env: Environment): MailSettings | undefined {
  const smtpUrl = env.SMTP_URL;
  const outbox = mailFolder(smtpUrl);
  if (smtpUrl && outbox === undefined)
    return { smtpUrl: checkedSmtpUrl(smtpUrl), from: sender(required(env, 'MAIL_FROM')) };
  const from = sender(env.MAIL_FROM || DEFAULT_SENDER);
  if (outbox === undefined) return undefined;
  // It is shown without a token, to everybody on this machine.
  if (env.NODE_ENV === 'production')
    throw new ConfigError('SMTP_URL with a folder is for development: in production name a server');
  return { outbox, from };
}

/** The folder of a file: URL. */
function mailFolder(smtpUrl: string | undefined): string | undefined {
  if (!smtpUrl?.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(smtpUrl);
  } catch {
    throw new ConfigError('SMTP_URL of a folder must be file:/// and an absolute path');
  }
}

function checkedSmtpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return value;
  throw new ConfigError(
    'SMTP_URL must be smtp://host:port or smtps://host:port, with user:password@ before the host, or file:/// and a folder',
  );
}

/** One address, with or without a name before it. */
function sender(value: string): string {
  const [first, ...others] = addressparser(value);
  const isOne = others.length === 0 && IsEmail(first?.address ?? '') && !/\p{Cc}/u.test(value);
  if (isOne) return value;
  throw new ConfigError('MAIL_FROM must be one address, such as Guidepost <no-reply@example.com>');
}

function trustProxy(env: Environment): string[] | undefined {
  const proxies = addressList(env, 'TRUST_PROXY');
  return proxies.length > 0 ? proxies : undefined;
}

/** With spaces or commas between. */
function addressList(env: Environment, name: string): string[] {
  const listed = (env[name] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const wrong = listed.find((entry) => !ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry));
  if (wrong !== undefined) throw new ConfigError(`${name} must list IP addresses or CIDR ranges`);
  return listed;
}

/** Nothing but host and port: a password would be in every process's environment, and a proxy for this needs none. */
function egressProxy(env: Environment): string | undefined {
  const value = env.EGRESS_PROXY || undefined;
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '' && url.search === '';
  if (isPlain && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.hash === '') return url.origin;
  throw new ConfigError('EGRESS_PROXY must be http://host:port or https://host:port, without a password');
}

/** The variables and their meaning are OpenTelemetry's. */
function tracing(env: Environment): boolean {
  const exporter = oneOf(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp');
  const isDisabled = oneOf(env, 'OTEL_SDK_DISABLED', ['true', 'false'], 'false') === 'true';
  const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
  const isExporterSet = names.some((name) => env[name] && webAddress(env, name, ''));
  const isAsked = env.OTEL_TRACES_EXPORTER === 'otlp' || isExporterSet;
  return exporter === 'otlp' && isAsked && !isDisabled;
}

function roles(env: Environment): WorkerRole[] {
  const names = (env.WORKER_ROLES || WORKER_ROLES.join(',')).split(',').map((name) => name.trim());
  const unknown = names.find((name) => !WORKER_ROLES.some((role) => role === name));
  if (unknown !== undefined) throw new ConfigError(`WORKER_ROLES must name only ${WORKER_ROLES.join(', ')}`);
  return WORKER_ROLES.filter((role) => names.includes(role));
}

function present(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
