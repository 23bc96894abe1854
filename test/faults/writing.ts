/** What merchants write beside bookings, moves and changes: refunds, messages, waitlists, endpoints, disputes; each under a key. */
import type { Random } from '../support/random.ts';
import type { Answer, PatientClient } from './client.ts';
import { PATIENCE, tripOf } from './intents.ts';
import { type Mixed, requestOf } from './mix.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

export interface WriteIntent {
  readonly operationId: Mixed;
  readonly merchant: string;
  /** Unique; where there is room for words, they are this. */
  readonly reference: string;
  /** Of every try under the key that was answered for good. */
  readonly answers: readonly Outcome[];
  /** What it is about, where that has an id already. */
  readonly subject?: string;
}

interface Outcome {
  readonly code: number;
  /** Of what was made. */
  readonly id?: string;
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
  const does = random.pick([refund, message, message, wait, wait, describe, dispute]);
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
  await send(writing, 'studio', requestOf('refundOrder', orderId), { body });
}

async function message(writing: Writing): Promise<void> {
  const { orderId, reference, random } = writing;
  const by = random.pick(['agency', 'studio'] as const);
  await send(writing, by, requestOf('sendMessage', orderId), { body: { text: reference } });
}

/** An agency waits for a guide, mostly for what another one has, and now and then thinks better of it. */
async function wait(writing: Writing): Promise<void> {
  const { options, random } = writing;
  const taken = random.chance(0.7) ? await tripOfOrder(writing) : undefined;
  const others = options.agencies.filter(({ key }) => key !== writing.agency.key);
  const waiting = taken === undefined ? writing : { ...writing, agency: random.pick(others) };
  const body = taken ?? tripOf(options, random);
  const entry = await send(waiting, 'agency', requestOf('createWaitlistEntry'), { body });
  if (entry === undefined || random.chance(0.7)) return;
  const ending = { ...waiting, reference: `${writing.reference}-end` };
  await send(ending, 'agency', requestOf('deleteWaitlistEntry', entry), { subject: entry });
}

/** What the order has of its guide. */
async function tripOfOrder({ agency, orderId }: Writing): Promise<object | undefined> {
  const order = await ask(agency.client, `order/detail/${orderId}`);
  if (order === undefined) return undefined;
  const { guideId, tripDate, tripDays, tripKindId, startTime } = order;
  return { guideId, tripDate, ...(tripKindId ? { tripKindId, startTime } : { tripDays }) };
}

async function describe(writing: Writing): Promise<void> {
  const list = await ask(writing.agency.client, 'callback/endpoint/list');
  const { endpointId } = (list?.list as { endpointId: string }[] | undefined)?.[0] ?? {};
  if (endpointId === undefined) return;
  const body = { description: writing.reference };
  await send(writing, 'agency', requestOf('updateCallbackEndpoint', endpointId), {
    body,
    subject: endpointId,
  });
}

/** Has a statement of what there is issued, and objects to its first line. */
async function dispute(writing: Writing): Promise<void> {
  const { agency, random, reference } = writing;
  const key = `issue-${reference}`;
  const issuing = { ...requestOf('issueSandboxStatements'), key, body: {} };
  const issued = await agency.client.send(issuing, random.pick(PATIENCE));
  const { settlementId } = (issued?.data?.list as { settlementId: string }[] | undefined)?.[0] ?? {};
  if (settlementId === undefined) return;
  const detail = await ask(agency.client, `settlement/detail/${settlementId}`);
  const { lineId } = (detail?.lines as { lineId: string }[] | undefined)?.[0] ?? {};
  if (lineId === undefined) return;
  const body = { lineId, reason: reference };
  const disputing = requestOf('disputeSettlementLine', settlementId);
  await send(writing, 'agency', disputing, { body, subject: settlementId });
}

async function ask(client: PatientClient, path: string): Promise<Answer['data'] | undefined> {
  const answer = await client.send({ method: 'GET', path: `/open/v1/${path}` }, 1);
  return answer?.code === 200 ? answer.data : undefined;
}

/** @returns the id of what was made. */
async function send(
  { options, random, agency, reference }: Writing,
  by: 'agency' | 'studio',
  operation: ReturnType<typeof requestOf>,
  { body, subject }: { readonly body?: object; readonly subject?: string },
): Promise<string | undefined> {
  const { studio, studioKey, journal } = options;
  const [client, merchant] = by === 'agency' ? [agency.client, agency.key] : [studio, studioKey];
  const answers: Outcome[] = [];
  journal.writes.push({
    operationId: operation.operationId,
    merchant,
    reference,
    answers,
    ...(subject !== undefined && { subject }),
  });
  const request = { ...operation, key: `write-${reference}`, body };
  const tries = random.chance(AGAIN) ? 2 : 1;
  for (let number = 0; number < tries; number++) {
    const answer = await client.send(request, random.pick(PATIENCE));
    if (answer !== undefined) answers.push({ code: answer.code, ...idIn(answer) });
  }
  return answers.find(({ code }) => code === 200)?.id;
}

function idIn({ data }: Answer): Pick<Outcome, 'id'> {
  const id = data?.messageId ?? data?.entryId;
  return typeof id === 'string' ? { id } : {};
}
