/**
 * What the mails say: what happened, since when, why, what to do, where to read on. Of an address only the host is named: the
 * rest of it may hold a password.
 */
import type { MailText } from '../../domain/mail.ts';
import type { AttemptError } from '../../domain/notification.ts';

export interface EndpointFacts {
  readonly type: 'callback.failing' | 'callback.paused' | 'callback.recovered';
  readonly merchantKey: string;
  readonly endpointId: string;
  readonly url: string;
  /** Since when it fails or is paused; of one that recovered, since when it did. */
  readonly since: Date;
  readonly lastError: AttemptError | null;
  readonly httpStatus: number | null;
}

const HAPPENED: Record<EndpointFacts['type'], (since: string) => string> = {
  'callback.failing': (since) => `It has acknowledged no notification since ${since}.`,
  'callback.paused': (since) => `It is paused since ${since}: nothing is sent to it.`,
  'callback.recovered': (since) => `It works again. The trouble began at ${since}.`,
};

const TITLE: Record<EndpointFacts['type'], string> = {
  'callback.failing': 'is failing',
  'callback.paused': 'is paused',
  'callback.recovered': 'works again',
};

const TO_DO: Record<EndpointFacts['type'], string> = {
  'callback.failing': [
    'What to do: make it answer within 10 seconds with a status of 200 to 299 and',
    '{"code": 200}. Nothing is lost: what waits is sent again, at least hourly.',
    'POST /open/v1/callback/endpoint/test/{id} tries it at once.',
  ].join('\n'),
  'callback.paused': [
    'An endpoint that answers 410 (gone) is paused.',
    '',
    'What to do: save its address again, or call',
    'POST /open/v1/callback/endpoint/resume/{id}.',
    'What waits is then sent within seconds. If you no longer need the endpoint,',
    'delete it.',
  ].join('\n'),
  'callback.recovered': 'What to do: nothing. What waited is being sent.',
};

/** Mails about an endpoint that fails, is paused, or works again. */
export function endpointMail(facts: EndpointFacts): MailText {
  const { type, merchantKey, endpointId, url, since, lastError, httpStatus } = facts;
  return {
    subject: `Your callback endpoint ${endpointId} ${TITLE[type]}`,
    text: letter([
      [`Endpoint: ${endpointId}`, `Host:     ${new URL(url).host}`, `Merchant: ${merchantKey}`].join('\n'),
      [HAPPENED[type](minute(since)), ...causeLine(type, lastError, httpStatus)].join('\n'),
      TO_DO[type].replaceAll('{id}', endpointId),
      [
        'See:',
        `GET /open/v1/callback/endpoint/detail/${endpointId}`,
        'GET /open/v1/notification/list',
        'The documentation: notifications, "When an endpoint has trouble".',
      ].join('\n'),
    ]),
  };
}

/** The operator's decision on a merchant. @param reason the operator's words. */
export function verificationMail(
  merchantKey: string,
  verification: 'approved' | 'refused',
  reason: string | null,
): MailText {
  const isApproved = verification === 'approved';
  return {
    subject: isApproved ? 'Your company is verified' : 'The verification of your company was refused',
    text: letter([
      `Merchant: ${merchantKey}`,
      isApproved
        ? 'We have verified your company. From now on you get access tokens.'
        : 'We could not verify your company. You get no access tokens, and those that\nyou have stop working.',
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      isApproved
        ? 'What to do: ask for a token at POST /open/v1/auth/token.'
        : 'What to do: contact us, with what is missing.',
    ]),
  };
}

const CAUSES: Record<AttemptError, string> = {
  address_refused: 'its address leads to a network that we send nothing to',
  dns_failed: 'its name was not found',
  connect_failed: 'no connection was possible',
  connect_timeout: 'no connection within 3 seconds',
  tls_failed: 'its certificate was not accepted',
  timeout: 'no answer within 10 seconds',
  connection_lost: 'the connection was lost before the answer',
  redirect: 'it answered with a redirect, which is not followed',
  http_status: 'the status was not 200 to 299',
  answer_too_large: 'the answer was larger than 64 KiB',
  answer_not_json: 'the answer was not JSON',
  not_acknowledged: 'the answer had no code 200',
  endpoint_paused: 'it is paused',
};

function causeLine(
  type: EndpointFacts['type'],
  lastError: AttemptError | null,
  httpStatus: number | null,
): string[] {
  if (lastError === null) return [];
  const status = httpStatus === null ? '' : `, HTTP status ${httpStatus}`;
  const label = type === 'callback.recovered' ? 'The cause was' : 'The last attempt';
  return [`${label}: ${CAUSES[lastError]}`, `(${lastError}${status}).`];
}

/** RFC 3339, UTC, without what nobody reads. */
function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function letter(paragraphs: readonly string[]): string {
  const footer = 'Guidepost sends this to the contact of your merchant account.';
  return `${[...paragraphs, footer].join('\n\n')}\n`;
}
