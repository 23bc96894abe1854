/** A first order with openapi-fetch over the types of openapi-typescript. */
import createClient from 'openapi-fetch';
import type { paths } from './client/schema.js';

const env = (name: string) => process.env[name] ?? '';
const baseUrl = env('GUIDEPOST_BASE_URL');

async function as(clientId: string, clientSecret: string) {
  const { data } = await createClient<paths>({ baseUrl }).POST('/open/v1/auth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    bodySerializer: (body) => new URLSearchParams(body as Record<string, string>),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${data?.access_token}` } });
}

const agency = await as(env('AGENCY_ID'), env('AGENCY_SECRET'));
const guides = await agency.GET('/open/v1/guide/list');
if (!guides.data?.data.list.length) throw new Error('no guides');
const created = await agency.POST('/open/v1/order/create', {
  params: { header: { 'Idempotency-Key': `${env('TRIP_DATE')}-openapi-fetch` } },
  body: {
    guideId: env('GUIDE_ID'),
    tripDate: env('TRIP_DATE'),
    tripDays: 1,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  },
});
const orderId = created.data?.data.orderId ?? '';
const order = await agency.GET('/open/v1/order/detail/{orderId}', { params: { path: { orderId } } });
console.log('total', order.data?.data.totalAmount);
const studio = await as(env('STUDIO_ID'), env('STUDIO_SECRET'));
const confirmed = await studio.POST('/open/v1/order/confirm/{orderId}', { params: { path: { orderId } } });
console.log(orderId, confirmed.data?.data.status);
