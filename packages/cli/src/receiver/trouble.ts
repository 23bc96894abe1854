import type { AttemptError } from '../../../../domain/notification.ts';
import { printable } from '../terminal/printable.ts';
import type { Answer } from './post.ts';

/** What is wrong with an answer that acknowledges nothing, and how to mend it. */
export interface Trouble {
  readonly problem: string;
  readonly mend: string;
}

const ACKNOWLEDGE = 'Answer with status 200 and the JSON body {"code":200}; the code is a number.';

const TROUBLES: Readonly<Record<AttemptError, Trouble>> = {
  address_refused: { problem: 'The address is not allowed.', mend: 'Use https and a public address.' },
  dns_failed: {
    problem: 'The host name has no address.',
    mend: 'Check the spelling of the host, and its DNS record.',
  },
  connect_failed: {
    problem: 'Nothing accepts connections there.',
    mend: 'Start your receiver, and check host and port; listen on the address that the URL names.',
  },
  connect_timeout: {
    problem: 'The connection was not made within 3 seconds.',
    mend: 'Check for a firewall that drops packets, or a server that accepts no more connections.',
  },
  tls_failed: {
    problem: 'The TLS handshake failed: no TLS there, or a certificate that no public authority vouches for.',
    mend: 'Install a valid certificate with its chain; for a development certificate use --insecure here.',
  },
  timeout: {
    problem: 'No complete answer came within 10 seconds.',
    mend: 'Store the notification, answer at once, and do the work afterwards.',
  },
  connection_lost: {
    problem: 'The connection ended before the answer was complete.',
    mend: 'Check for an uncaught exception in your handler, or a process that ended.',
  },
  redirect: {
    problem: 'It answers with a redirect, which is not followed.',
    mend: 'Use the address that it redirects to; often that is https, or one with or without a slash at its end.',
  },
  http_status: {
    problem: 'The status is not one of 200 to 299.',
    mend: 'Read the log of your receiver to find out why it refuses or fails.',
  },
  answer_too_large: { problem: 'The answer is larger than 64 KiB.', mend: ACKNOWLEDGE },
  answer_not_json: { problem: 'The answer is no JSON.', mend: ACKNOWLEDGE },
  not_acknowledged: {
    problem: 'The answer is JSON, but its `code` is not the number 200.',
    mend: ACKNOWLEDGE,
  },
  endpoint_paused: { problem: 'The endpoint is paused.', mend: 'Save its address again.' },
};

/** @returns undefined for an answer that acknowledges. */
export function troubleOf({ error, status }: Answer): Trouble | undefined {
  if (error === null) return undefined;
  if (status === 410) {
    const problem = 'Status 410 pauses your endpoint: the platform sends nothing until its address is saved.';
    return { problem, mend: 'Answer 410 only where an address is given up.' };
  }
  return TROUBLES[error];
}

const SHOWN_BODY = 120;

/** `200 {"code":200}`, or why there is no status. */
export function describeAnswer({ status, body, error, cause }: Answer): string {
  if (status === null) return cause === undefined ? `${error}` : `${error} (${cause})`;
  const shown = printable(body, SHOWN_BODY);
  return shown === '' ? `${status} without a body` : `${status} ${shown}`;
}
