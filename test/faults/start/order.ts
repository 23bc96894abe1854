import type { DevInfo } from '../../../tools/embedded/dev-file.ts';
import { createRandom } from '../../support/random.ts';
import { type Answer, createClient } from '../client.ts';
import { patientGuide } from '../guides.ts';
import { createJournal, type MoveName } from '../journal.ts';

const PATIENCE_MS = 60_000;

/** One order on a platform that may be another process by now. */
export interface TrackedOrder {
  /** @throws unless it is done. */
  move(info: DevInfo, move: MoveName): Promise<void>;
}

/** @throws unless it is booked. */
export async function bookOrder(info: DevInfo, days: number): Promise<TrackedOrder> {
  const agency = clientOf(info, 'agency');
  const body = {
    guideId: await patientGuide(agency),
    tripDate: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  };
  const booked = await agency.send({
    method: 'POST',
    path: '/open/v1/order/create',
    body,
    key: `start-${days}`,
  });
  const { orderId } = done(booked, 'create').data;
  return {
    async move(info, move) {
      const path = `/open/v1/order/${move}/${orderId}`;
      const key = `${move}-${orderId}`;
      done(await clientOf(info, 'studio').send({ method: 'POST', path, key }), move);
    },
  };
}

function done(answer: Answer | undefined, what: string): Answer {
  if (answer?.code !== 200) throw new Error(`${what}: ${JSON.stringify(answer ?? 'no answer')}`);
  return answer;
}

function clientOf(info: DevInfo, side: 'agency' | 'studio') {
  return createClient({
    api: info.api,
    credentials: info[side],
    journal: createJournal(),
    random: createRandom(1),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}
