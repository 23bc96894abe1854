import ipaddr from 'ipaddr.js';
import type { Say } from './os/terminal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a sandbox that only this machine reaches is given, so that it can be measured and tried out. */
const ALONE = {
  ALLOW_INSECURE_CALLBACKS: '1',
  OPERATORS_TO_APPROVE: '1',
  RATE_LIMIT_MERCHANT: '10000000',
};

/** Whether only this machine reaches a server that listens on `host`; a name other than localhost may be anything. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/**
 * The environment of the API and the workers: as given, with defaults that are wide as long as nobody else reaches the
 * platform. As soon as others do (HOST), the defaults are those of production.
 */
export function withSandboxDefaults(env: Environment, host: string): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const defaults = isLoopback(host) ? ALONE : { ALLOW_INSECURE_CALLBACKS: '0' };
  return { ...defaults, ...given };
}

/** Says what is different where others reach the platform, and what is still open because it was asked for. */
export function sayExposure(env: Environment, host: string, say: Say): void {
  if (isLoopback(host)) return;
  const isInsecure = withSandboxDefaults(env, host).ALLOW_INSECURE_CALLBACKS === '1';
  say(
    `HOST=${host}: other machines reach the API, so the limits of production hold; it speaks http, not https`,
  );
  say(
    isInsecure
      ? 'ALLOW_INSECURE_CALLBACKS=1 stays on: merchants can make this machine call into its own network'
      : 'Callbacks by http and to private addresses are refused (ALLOW_INSECURE_CALLBACKS=1 permits them)',
  );
}
