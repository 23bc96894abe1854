import { isIP } from 'node:net';
import { buildConnector, errors } from 'undici';
import {
  type AddressRules,
  guardedLookup,
  isPermittedAddress,
  isPermittedProtocol,
  type Resolver,
} from './address-guard.ts';
import { AttemptFailed } from './attempt.ts';
import { type EgressProxy, EgressUnavailable } from './egress-proxy.ts';
import { withoutInterimAnswers } from './interim-answers.ts';

export interface ConnectorOptions {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  /** Milliseconds for the name, the connection and the TLS handshake together. */
  readonly connectMs: number;
  /** The only way out; it decides on addresses. Undefined: connections are made from here, by `rules`. */
  readonly proxy?: EgressProxy | undefined;
  /** The most interim answers to one request. */
  readonly answerBytes: number;
  /** Trusted certificate authorities, PEM, in place of Node's own; for tests. */
  readonly ca?: string;
}

/**
 * Opens the connections of undici to all addresses that merchants chose: guarded addresses or the proxy, HTTP/1.1, certificates always
 * verified (also where the environment says NODE_TLS_REJECT_UNAUTHORIZED=0). Every error it gives is an AttemptFailed or
 * an EgressUnavailable.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { rules, resolve, connectMs, proxy, answerBytes, ca } = options;
  const connect = buildConnector({
    allowH2: false,
    timeout: connectMs,
    rejectUnauthorized: true,
    lookup: guardedLookup(rules, resolve),
    ...(ca === undefined ? {} : { ca }),
  });
  return (target, callback) => {
    // net.connect asks no lookup for an address written as digits.
    const isLiteral = proxy === undefined && isIP(target.hostname) !== 0;
    const isRefusedLiteral = isLiteral && !isPermittedAddress(target.hostname, rules);
    if (isRefusedLiteral || !isPermittedProtocol(target.protocol, rules)) {
      callback(new AttemptFailed('address_refused'), null);
      return;
    }
    const done = (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error === null) callback(null, withoutInterimAnswers(socket, answerBytes));
      else callback(asAttemptFailed(error, target.protocol), null);
    };
    if (proxy === undefined) connect(target, done);
    else throughProxy(proxy, connect, target, done);
  };
}

/** TLS is the target's own, inside the tunnel; it has its own `connectMs`. */
function throughProxy(
  proxy: EgressProxy,
  connect: buildConnector.connector,
  target: buildConnector.Options,
  done: buildConnector.Callback,
): void {
  const isTls = target.protocol === 'https:';
  const port = Number(target.port) || (isTls ? 443 : 80);
  proxy.tunnel(target.hostname, port).then(
    (tunnel) => (isTls ? connect({ ...target, httpSocket: tunnel }, done) : done(null, tunnel)),
    (error: Error) => done(error, null),
  );
}

function asAttemptFailed(error: Error, protocol: string): AttemptFailed | EgressUnavailable {
  if (error instanceof AttemptFailed || error instanceof EgressUnavailable) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isTimeout = error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT';
  if (isTimeout) return new AttemptFailed('connect_timeout', error);
  // Several addresses that all failed come as an AggregateError; whatever else happens under https is the handshake.
  const isBelowTls = syscall === 'connect' || 'errors' in error || protocol === 'http:';
  return new AttemptFailed(isBelowTls ? 'connect_failed' : 'tls_failed', error);
}
