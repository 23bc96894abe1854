import type { MerchantClient } from './client.ts';

export interface Order {
  readonly orderId: string;
  readonly status: string;
  readonly totalAmount: number;
  readonly currency: string;
}

interface GuideItem {
  readonly guideId: string;
  readonly name: string;
  readonly area: string;
  readonly instantConfirmation: boolean;
}

export interface BookableDay {
  readonly guide: GuideItem;
  /** YYYY-MM-DD */
  readonly tripDate: string;
}

/** Finds a guide who confirms by hand, and that guide's first free day from tomorrow on. */
export async function findBookableDay(agency: MerchantClient): Promise<BookableDay> {
  const { list } = await agency.call<{ list: GuideItem[] }>(
    'GET',
    '/open/v1/guide/list?size=50&status=active',
  );
  for (const guide of list.filter(({ instantConfirmation }) => !instantConfirmation)) {
    const tripDate = await firstFreeDay(agency, guide.guideId);
    if (tripDate) return { guide, tripDate };
  }
  throw new Error('no guide of the sandbox has a free day');
}

/** Books one day for two guests, under the agency's own reference. */
export function book(
  agency: MerchantClient,
  { guide, tripDate }: BookableDay,
  clientReference: string,
): Promise<Order> {
  return agency.call('POST', '/open/v1/order/create', {
    guideId: guide.guideId,
    tripDate,
    tripDays: 1,
    guestCount: 2,
    contactName: 'Demo Guest',
    contactPhone: '+351912345678',
    remark: 'Made by npm run demo',
    clientReference,
  });
}

async function firstFreeDay(agency: MerchantClient, guideId: string): Promise<string | undefined> {
  // Two days on from here is tomorrow or later everywhere.
  const earliest = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { timeSlots } = await agency.call<{ timeSlots: { startDate: string; endDate: string }[] }>(
    'GET',
    `/open/v1/guide/detail/${guideId}`,
  );
  const slot = timeSlots.find(({ endDate }) => endDate >= earliest);
  return slot && (slot.startDate > earliest ? slot.startDate : earliest);
}
