import { randomUUID } from 'node:crypto';
import { addDays, todayIn } from '../../../domain/trip.ts';
import type { Credentials, DevInfo } from '../../embedded/dev-file.ts';

const FIRST_DAY = 20;

/** The sandbox's agency books its first guide that is free, on another day for each `turn`. */
export async function firstOrder({ api, agency, studio }: DevInfo, turn: number) {
  const day = addDays(todayIn('UTC', new Date()), FIRST_DAY + turn);
  const asAgency = await signIn(api, agency);
  const { list } = await asAgency('GET', `guide/list?availableFrom=${day}&availableTo=${day}`);
  const [guide] = list as { guideId: string }[];
  const order = await asAgency('POST', 'order/create', {
    guideId: guide?.guideId,
    tripDate: day,
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  });
  return {
    /** As the guide's studio; its workflow is at work then. */
    confirm: async () => {
      const asStudio = await signIn(api, studio);
      await asStudio('POST', `order/confirm/${order.orderId}`, {});
    },
  };
}

async function signIn(api: string, { clientId, clientSecret }: Credentials) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const response = await fetch(`${api}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${api}/open/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { code, msg, data } = (await answer.json()) as {
      code: number;
      msg: string;
      data: Record<string, unknown>;
    };
    if (code !== 200) throw new Error(`${method} ${path}: ${code} ${msg}`);
    return data;
  };
}
