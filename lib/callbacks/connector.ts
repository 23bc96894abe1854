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
import { withoutInterimAnswers } from './interim-answers.ts';

export interface ConnectorOptions {
  readonly rules: AddressRules;
  readonly resolve: Resolver;
  /** Milliseconds for the name, the connection and the TLS handshake together. */
  readonly connectMs: number;
  /** The most interim answers to one request. */
  readonly answerBytes: number;
  /** Trusted certificate authorities, PEM, in place of Node's own; for tests. */
  readonly ca?: string;
}

/**
 * Opens the connections of undici: guarded addresses, HTTP/1.1, certificates always verified (also where the
 * environment says NODE_TLS_REJECT_UNAUTHORIZED=0). Every error it gives is an AttemptFailed.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { rules, resolve, connectMs, answerBytes, ca } = options;
  const connect = buildConnector({
    allowH2: false,
    timeout: connectMs,
    rejectUnauthorized: true,
    lookup: guardedLookup(rules, resolve),
    ...(ca === undefined ? {} : { ca }),
  });
  return (target, callback) => {
    // net.connect asks no lookup for an address written as digits.
    const isRefusedLiteral = isIP(target.hostname) !== 0 && !isPermittedAddress(target.hostname, rules);
    if (isRefusedLiteral || !isPermittedProtocol(target.protocol, rules)) {
      callback(new AttemptFailed('address_refused'), null);
      return;
    }
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error === null) callback(null, withoutInterimAnswers(socket, answerBytes));
      else callback(asAttemptFailed(error, target.protocol), null);
    });
  };
}

function asAttemptFailed(error: Error, protocol: string): AttemptFailed {
  if (error instanceof AttemptFailed) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isTimeout = error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT';
  if (isTimeout) return new AttemptFailed('connect_timeout', error);
  // Several addresses that all failed come as an AggregateError; whatever else happens under https is the handshake.
  const isBelowTls = syscall === 'connect' || 'errors' in error || protocol === 'http:';
  return new AttemptFailed(isBelowTls ? 'connect_failed' : 'tls_failed', error);
}
