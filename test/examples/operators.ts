/** What only operators and time do, so that there is an event of every type. */

import { CallbackEndpoint, Notification, SettlementDispute } from '../../db/entities/index.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import type { EventType } from '../../domain/event-types.ts';
import { lineId } from '../../domain/ids.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { createSettlementGateway } from '../../lib/temporal/settlement-gateway.ts';
import { createSettlementOperations } from '../../services/operators/money/statements.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { until } from '../support/until.ts';
import { ORDER, STUDIO } from './scenario/names.ts';
import type { ExampleWorld } from './world.ts';

const OPERATOR = { operator: 'test', address: 'localhost' };
const HOUR_MS = 3_600_000;

export async function operate(world: ExampleWorld): Promise<void> {
  await answerDispute(world);
  await troubleAtAnEndpoint(world);
  const registry = createMerchantRegistry(world.platform);
  await registry.verify(OPERATOR, STUDIO, 'refused', 'The licence has expired.');
  await arrived(world.receiver, 'merchant.refused');
  await registry.verify(OPERATOR, STUDIO, 'approved', null);
  await arrived(world.receiver, 'merchant.verified');
  // By jobs, which take their time; no endpoint is sent it.
  const { orm } = world.platform;
  await until(async () => (await orm.em.fork().count(Notification, { type: 'guide.available' })) > 0);
}

async function answerDispute({ platform: { orm, temporal }, receiver }: ExampleWorld): Promise<void> {
  const gateway = createSettlementGateway(temporal.client);
  const { timeZone } = DEFAULT_PLATFORM_TERMS;
  const operations = createSettlementOperations({ orm, gateway, timeZone, now: () => new Date() });
  const { settlementId, entryId } = await orm.em.fork().findOneOrFail(SettlementDispute, { status: 'open' });
  const resolution = { outcome: 'adjusted', amount: 2_000, reason: 'Half of it is ours.' } as const;
  await operations.resolve(OPERATOR, settlementId, { lineId: lineId(entryId), ...resolution });
  await arrived(receiver, 'settlement.adjusted');
}

/** One more endpoint of the agency fails for hours, acknowledges, and is gone for good. */
async function troubleAtAnEndpoint({ platform, likeness, receiver }: ExampleWorld): Promise<void> {
  await using troubled = await startTroubledReceiver();
  likeness.know('agency.example', troubled.host);
  const { agency, studio } = platform.sandbox;
  const post = async (client: typeof agency, url: string, payload: object) => {
    const answer = await platform.as(client, { method: 'POST', url: `/open/v1/${url}`, payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().data;
  };
  const orderId = likeness.textToReal(ORDER);
  const notify = (text: string) => post(studio, `order/messages/${orderId}`, { text });
  const endpoint = { url: troubled.url, eventTypes: ['message.*'] };
  const { endpointId } = await post(agency, 'callback/endpoint/create', endpoint);
  const hoursAgo = new Date(Date.now() - 2 * HOUR_MS);
  const failing = { failingSince: hoursAgo, updatedAt: hoursAgo };
  const em = platform.orm.em.fork();
  await em.nativeUpdate(CallbackEndpoint, { id: endpointId }, failing);
  await addSingleJob(em, 'endpoint_notice', endpointId);
  await arrived(receiver, 'callback.failing');
  await notify('Yes, line 1.');
  await arrived(receiver, 'callback.recovered');
  troubled.react((response) => response.writeHead(410).end());
  await notify('It goes every ten minutes.');
  await arrived(receiver, 'callback.paused');
}

async function startTroubledReceiver() {
  const receiver = await startCallbackReceiver();
  const { host } = new URL(receiver.url);
  return { ...receiver, host, [Symbol.asyncDispose]: receiver.close };
}

const arrived = (receiver: CallbackReceiver, type: EventType) =>
  until(() => receiver.received.some(({ body }) => body.type === type));
