import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';

const RACES = 200;
const today = todayIn('Europe/Lisbon', new Date());

/** Without workers: who gets the days is decided in PostgreSQL alone. */
let platform: LivePlatform;
let token: string;
beforeAll(async () => {
  platform = await createLivePlatform({ workers: false });
  await createGuide(platform, { id: 'G7' });
  token = await platform.token(platform.sandbox.agency);
});
afterAll(async () => {
  await platform.close();
});

async function book(tripDate: string, tripDays: number): Promise<{ code: number; days: string[] }> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/open/v1/order/create',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      guideId: 'G7',
      tripDate,
      tripDays,
      guestCount: 2,
      contactName: 'Ada Lovelace',
      contactPhone: '+351912345678',
    },
  });
  const { code, data } = answer.json();
  return { code, days: data.details?.flatMap(({ days = [] }: { days?: string[] }) => days) ?? [] };
}

test(`of two simultaneous bookings of the same days exactly one succeeds, over ${RACES} random races`, async () => {
  for (let race = 0; race < RACES; race++) {
    const day = addDays(today, 2 + race * 2);
    const overlap = Math.random() < 0.5 ? day : addDays(day, 1);
    const results = await Promise.all([book(day, 2), book(overlap, 1)]);
    expect(results.map(({ code }) => code).sort()).toEqual([200, 40902]);
    // Whoever lost is told the days that both wanted.
    expect(results.flatMap(({ days }) => days)).toEqual([overlap]);
  }
});
