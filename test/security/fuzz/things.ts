import { notificationId } from '../../../domain/ids.ts';
import { addDays } from '../../../domain/trip.ts';
import { type MerchantClient, signIn } from '../../../tools/embedded/demo/client.ts';
import type { DevInfo } from '../../../tools/embedded/dev-file.ts';

const GUIDES = 24;
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };

/** Values that mean something to the platform: requests of random ones alone would hardly get past "not found". */
export type Things = Readonly<Record<string, readonly (string | number)[]>>;

/** Makes guides of the studio and orders of the agency in several states. */
export async function makeThings({ api, agency, studio }: DevInfo): Promise<Things> {
  const [booker, offerer] = await Promise.all([signIn(api, agency), signIn(api, studio)]);
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1);
  const days = [...Array(120).keys()].map((day) => addDays(tomorrow, day));
  const guides: string[] = [];
  const orders: string[] = [];
  for (let number = 0; number < GUIDES; number++) {
    const guide = await offerer.call<{ guideId: string }>('POST', '/open/v1/guide/create', guideBody(number));
    guides.push(guide.guideId);
    const trip = { guideId: guide.guideId, tripDate: days[number], tripDays: 1, guestCount: 2, ...CONTACT };
    const order = await booker.call<{ orderId: string }>('POST', '/open/v1/order/create', trip);
    orders.push(order.orderId);
    await advance(booker, offerer, order.orderId, number % 4);
  }
  const notifications = orders.flatMap((id) => [notificationId(id, 1), notificationId(id, 2)]);
  return { guides, orders, notifications, merchants: [agency.clientId, studio.clientId], days };
}

function guideBody(number: number) {
  return {
    name: `Guide ${number}`,
    area: 'Lisbon',
    languages: ['pt'],
    serviceTypes: ['city_walk'],
    dayRate: 100 + number,
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    maxGuests: 9,
  };
}

/** Pending; cancelled, since nobody confirmed it in time; confirmed; in progress. */
async function advance(agency: MerchantClient, studio: MerchantClient, orderId: string, state: number) {
  if (state >= 2) await studio.call('POST', `/open/v1/order/confirm/${orderId}`);
  if (state % 2 === 1) await agency.call('POST', `/open/v1/sandbox/order/advance/${orderId}`);
}
