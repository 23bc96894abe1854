/** A first order with the client that openapi-generator makes for fetch. */
import { AuthenticationApi, Configuration, GuidesApi, OrdersApi } from './client/index.js';

const env = (name: string) => process.env[name] ?? '';
const basePath = env('GUIDEPOST_BASE_URL');

async function as(clientId: string, clientSecret: string): Promise<Configuration> {
  const grantType = 'client_credentials';
  const token = await new AuthenticationApi(new Configuration({ basePath })).issueToken({
    grantType,
    clientId,
    clientSecret,
  });
  return new Configuration({ basePath, accessToken: token.accessToken ?? '' });
}

const agency = await as(env('AGENCY_ID'), env('AGENCY_SECRET'));
const guides = await new GuidesApi(agency).listGuides();
if (guides.data.list.length === 0) throw new Error('no guides');
const orders = new OrdersApi(agency);
const { data } = await orders.createOrder({
  idempotencyKey: `${env('TRIP_DATE')}-fetch`,
  orderCreate: {
    guideId: env('GUIDE_ID'),
    tripDate: new Date(env('TRIP_DATE')),
    tripDays: 1,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
  },
});
const order = await orders.getOrder({ orderId: data.orderId });
console.log('total', order.data.totalAmount);
const studio = new OrdersApi(await as(env('STUDIO_ID'), env('STUDIO_SECRET')));
const confirmed = await studio.confirmOrder({ orderId: data.orderId });
console.log(data.orderId, confirmed.data.status);
