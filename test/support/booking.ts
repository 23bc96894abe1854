import type { InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import type { TestApp } from './app.ts';

/** What order/create takes for one day of a guide, so many days from today. */
export function bookingIn(days: number, guideId: string) {
  return {
    guideId,
    tripDate: addDays(todayIn('Europe/Lisbon', new Date()), days),
    tripDays: 1,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  };
}

/** Books by HTTP. @returns the order's id. @throws where it is refused. */
export async function bookOrder(
  test: Pick<TestApp, 'as'>,
  client: ClientCredentials,
  payload: ReturnType<typeof bookingIn>,
  headers: InjectOptions['headers'] = {},
): Promise<string> {
  const answer = await test.as(client, { method: 'POST', url: '/open/v1/order/create', payload, headers });
  const { code, msg, data } = answer.json();
  if (code !== 200) throw new Error(`order/create answered ${code}: ${msg}`);
  return data.orderId;
}
