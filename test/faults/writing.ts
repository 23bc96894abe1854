/** What merchants write beside bookings, moves and changes: refunds, messages, waitlists, endpoints, disputes; each under a key. */
import type { Random } from '../support/random.ts';
import type { Answer, PatientClient } from './client.ts';
import { PATIENCE, tripOf } from './intents.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

/** Names of the OpenAPI document; test/security/repeats sends the same again, and all the others. */
const WRITES = [
  'refundOrder',
  'sendMessage',
  'createWaitlistEntry',
  'deleteWaitlistEntry',
  'updateCallbackEndpoint',
  'disputeSettlementLine',
] as const;
type Write = (typeof WRITES)[number];

export interface WriteIntent {
  readonly operationId: Write;
  readonly merchant: string;
  /** Unique; where there is room for words, they are this. */
  readonly reference: string;
  /** Of every try under the key that was answered for good. */
  readonly answers: readonly Told[];
  /** What it is about, where that has an id already. */
  readonly subject?: string;
}

interface Told {
  readonly code: number;
  /** Of what was made. */
  readonly id?: string;
}

interface Request {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** How often it is sent again although it was answered. */
const AGAIN = 0.3;

/** One of the writes, as the dice will. */
export async function write(
  options: TrafficOptions,
  random: Random,
  agency: Agency,
  orderId: string,
): Promise<void> {
  const does = random.pick([refund, message, message, wait, describe, dispute]);
  await does({ options, random, agency, orderId, reference: `w-${orderId}-${random.between(0, 1_000_000)}` });
}

interface Writing {
  readonly options: TrafficOptions;
  readonly random: Random;
  readonly agency: Agency;
  readonly orderId: string;
  readonly reference: string;
}

async function refund(writing: Writing): Promise<void> {
  const { orderId, reference } = writing;
  const body = { amount: 1, reason: reference };
  await send(writing, 'studio', 'refundOrder', { method: 'POST', path: `order/refund/${orderId}`, body });
}

async function message(writing: Writing): Promise<void> {
  const { orderId, reference, random } = writing;
  const request = { method: 'POST', path: `order/messages/${orderId}`, body: { text: reference } } as const;
  await send(writing, random.pick(['agency', 'studio'] as const), 'sendMessage', request);
}

/** Waits for a guide, and mostly thinks better of it. */
async function wait(writing: Writing): Promise<void> {
  const { options, random } = writing;
  const { guestCount: _, ...body } = tripOf(options, random);
  const entry = await send(writing, 'agency', 'createWaitlistEntry', {
    method: 'POST',
    path: 'waitlist/create',
    body,
  });
  if (entry === undefined || random.chance(0.4)) return;
  const request = { method: 'DELETE', path: `waitlist/delete/${entry}` } as const;
  await send(
    { ...writing, reference: `${writing.reference}-end` },
    'agency',
    'deleteWaitlistEntry',
    request,
    entry,
  );
}

async function describe(writing: Writing): Promise<void> {
  const list = await ask(writing.agency.client, 'callback/endpoint/list');
  const { endpointId } = (list?.list as { endpointId: string }[] | undefined)?.[0] ?? {};
  if (endpointId === undefined) return;
  const request = {
    method: 'PUT',
    path: `callback/endpoint/update/${endpointId}`,
    body: { description: writing.reference },
  } as const;
  await send(writing, 'agency', 'updateCallbackEndpoint', request, endpointId);
}

/** Has a statement of what there is issued, and objects to its first line. */
async function dispute(writing: Writing): Promise<void> {
  const { agency, random, reference } = writing;
  const key = `issue-${reference}`;
  const issuing = { method: 'POST', path: '/open/v1/sandbox/settlement/issue', key, body: {} } as const;
  const issued = await agency.client.send(issuing, random.pick(PATIENCE));
  const { settlementId } = (issued?.data?.list as { settlementId: string }[] | undefined)?.[0] ?? {};
  if (settlementId === undefined) return;
  const detail = await ask(agency.client, `settlement/detail/${settlementId}`);
  const { lineId } = (detail?.lines as { lineId: string }[] | undefined)?.[0] ?? {};
  if (lineId === undefined) return;
  const request = {
    method: 'POST',
    path: `settlement/dispute/${settlementId}`,
    body: { lineId, reason: reference },
  } as const;
  await send(writing, 'agency', 'disputeSettlementLine', request, settlementId);
}

async function ask(client: PatientClient, path: string): Promise<Answer['data'] | undefined> {
  const answer = await client.send({ method: 'GET', path: `/open/v1/${path}` }, 1);
  return answer?.code === 200 ? answer.data : undefined;
}

/** @returns the id of what was made. */
async function send(
  { options, random, agency, reference }: Writing,
  by: 'agency' | 'studio',
  operationId: Write,
  { method, path, body }: Request,
  subject?: string,
): Promise<string | undefined> {
  const { studio, studioKey, journal } = options;
  const [client, merchant] = by === 'agency' ? [agency.client, agency.key] : [studio, studioKey];
  const answers: Told[] = [];
  journal.writes.push({
    operationId,
    merchant,
    reference,
    answers,
    ...(subject !== undefined && { subject }),
  });
  const request = { method, path: `/open/v1/${path}`, key: `write-${reference}`, body };
  const tries = random.chance(AGAIN) ? 2 : 1;
  for (let number = 0; number < tries; number++) {
    const answer = await client.send(request, random.pick(PATIENCE));
    if (answer !== undefined) answers.push({ code: answer.code, ...idIn(answer) });
  }
  return answers.find(({ code }) => code === 200)?.id;
}

function idIn({ data }: Answer): Pick<Told, 'id'> {
  const id = data?.messageId ?? data?.entryId;
  return typeof id === 'string' ? { id } : {};
}
