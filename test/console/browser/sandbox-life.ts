import type { InjectOptions } from 'fastify';
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
}

/**
 * Orders in every state, a message, an endpoint that fails and one that works, a statement: made over the API, as merchants would.
 * @param receiver where callbacks are acknowledged.
 */
export async function liveInSandbox(platform: LivePlatform, receiver: string): Promise<SandboxLife> {
  const { agency, studio } = platform.sandbox;
  const send = async (who: typeof agency, path: string, payload: object = {}, method = 'POST') => {
    const options = { method, url: `/open/v1/${path}`, payload } as InjectOptions;
    const answer = (await platform.as(who, options)).json();
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}: ${answer.msg}`);
    return answer.data;
  };
  await send(agency, 'callback/config', { url: `${receiver}/agency` }, 'PUT');
  await send(studio, 'callback/config', { url: 'http://127.0.0.1:9/studio' }, 'PUT');
  const { list } = (await platform.as(agency, { url: '/open/v1/guide/list?size=5' })).json().data;
  const guideId = list[0].guideId as string;
  const book = (days: number) =>
    bookOrder(platform, agency, { ...bookingIn(days, guideId), contactName: 'Ada Lovelace' });
  const [completed, cancelled, confirmed] = [await book(3), await book(20), await book(40)];
  await send(studio, `order/confirm/${completed}`);
  await send(studio, `order/confirm/${confirmed}`);
  await send(agency, `order/cancel/${cancelled}`, { reason: 'the guests are ill' });
  await send(agency, `order/messages/${confirmed}`, { text: 'Where do we meet?' });
  for (const who of [agency, studio]) await send(who, 'sandbox/clock/advance', { days: 5 });
  await until(async () => {
    const { status } = (await platform.as(agency, { url: `/open/v1/order/detail/${completed}` })).json().data;
    return status === 'completed';
  });
  await send(agency, 'sandbox/settlement/issue');
  // Its deadline has not passed by the studio's clock.
  const pending = await book(60);
  return { guideId, pending, confirmed, completed, cancelled };
}
