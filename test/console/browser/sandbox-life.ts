import type { InjectOptions } from 'fastify';
import { SettlementDispute } from '../../../db/entities/index.ts';
import { numberedId } from '../../../domain/ids.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import type { LivePlatform } from '../../support/live-platform.ts';
import { until } from '../../support/until.ts';

/** What pages show of a sandbox in which something has happened. */
export interface SandboxLife {
  readonly guideId: string;
  readonly pending: string;
  readonly confirmed: string;
  readonly completed: string;
  readonly cancelled: string;
  readonly agency: Own & {
    readonly settlementId: string;
    readonly disputeId: string;
    /** On which the guide can be booked, `YYYY-MM-DD`. */
    readonly freeDay: string;
  };
  readonly studio: Own;
}

interface Own {
  readonly endpointId: string;
  /** The oldest one. */
  readonly notificationId: string;
}

/**
 * Orders in every state, a message, an endpoint that fails and one that works, a statement with an objection: made over the API, as merchants would.
 * @param receiver where callbacks are acknowledged.
 */
export async function liveInSandbox(platform: LivePlatform, receiver: string): Promise<SandboxLife> {
  const { agency, studio } = platform.sandbox;
  const read = async (who: typeof agency, path: string) =>
    (await platform.as(who, { url: `/open/v1/${path}` })).json().data;
  const send = async (who: typeof agency, path: string, payload: object = {}, method = 'POST') => {
    const options = { method, url: `/open/v1/${path}`, payload } as InjectOptions;
    const answer = (await platform.as(who, options)).json();
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}: ${answer.msg}`);
    return answer.data;
  };
  await send(agency, 'callback/config', { url: `${receiver}/agency` }, 'PUT');
  await send(studio, 'callback/config', { url: 'http://127.0.0.1:9/studio' }, 'PUT');
  const { list } = await read(agency, 'guide/list?size=5');
  const guideId = list[0].guideId as string;
  const book = (days: number) =>
    bookOrder(platform, agency, { ...bookingIn(days, guideId), contactName: 'Ada Lovelace' });
  const [completed, cancelled, confirmed] = [await book(3), await book(20), await book(40)];
  await send(studio, `order/confirm/${completed}`);
  await send(studio, `order/confirm/${confirmed}`);
  await send(agency, `order/cancel/${cancelled}`, { reason: 'the guests are ill' });
  await send(agency, `order/messages/${confirmed}`, { text: 'Where do we meet?' });
  for (const who of [agency, studio]) await send(who, 'sandbox/clock/advance', { days: 5 });
  await until(async () => (await read(agency, `order/detail/${completed}`)).status === 'completed');
  const [{ settlementId }] = (await send(agency, 'sandbox/settlement/issue')).list;
  const [{ lineId }] = (await read(agency, `settlement/detail/${settlementId}`)).lines;
  await send(agency, `settlement/dispute/${settlementId}`, { lineId, reason: 'Half a day only, it rained.' });
  // Its deadline has not passed by the studio's clock.
  const pending = await book(60);
  const dispute = await platform.orm.em.fork().findOneOrFail(SettlementDispute, { settlementId });
  const own = async (who: typeof agency): Promise<Own> => ({
    endpointId: (await read(who, 'callback/endpoint/list')).list[0].endpointId,
    notificationId: (await read(who, 'notification/list?size=50')).list.at(-1).notificationId,
  });
  return {
    ...{ guideId, pending, confirmed, completed, cancelled },
    agency: {
      ...(await own(agency)),
      ...{ settlementId, disputeId: numberedId('dispute', dispute.id) },
      freeDay: bookingIn(80, guideId).tripDate,
    },
    studio: await own(studio),
  };
}
