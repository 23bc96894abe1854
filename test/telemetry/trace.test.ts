import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { createTracing } from '../../lib/telemetry/open-telemetry.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import { bookingIn } from '../support/booking.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/network/otlp-receiver.ts';
import { until } from '../support/until.ts';

let collector: OtlpReceiver;
let tracing: Tracing;
let platform: LivePlatform;
let merchant: CallbackReceiver;
let base: string;
let day = 40;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  tracing = createTracing('guidepost-test', new OTLPTraceExporter({ url: `${collector.url}/v1/traces` }));
  platform = await createLivePlatform({ tracing });
  base = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  await createGuide(platform, { id: 'G8201' });
  merchant = await startCallbackReceiver();
  const payload = { url: `${merchant.url}/secret-path?key=secret-query` };
  await platform.as(platform.sandbox.agency, { method: 'PUT', url: '/open/v1/callback/config', payload });
});
beforeEach(() => {
  day += 2;
});
afterAll(async () => {
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  await merchant.close();
  await platform.close();
  await tracing.close();
  await collector.close();
});

/** Over a real connection: what comes behind a body must still know its request. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const token = await platform.token(
    path.includes('confirm') ? platform.sandbox.studio : platform.sandbox.agency,
  );
  const answer = await fetch(`${base}/open/v1/order/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { code, data } = (await answer.json()) as { code: number; data: { orderId: string } };
  expect(code).toBe(200);
  return data.orderId;
}

/** The spans of the trace of the request with that id, once all of these names are among them, and what each is below. */
async function traceOf(requestId: string, names: readonly string[]): Promise<ReceivedSpan[]> {
  return await until(() => {
    const root = collector.spans.find(({ attributes }) => attributes['guidepost.request_id'] === requestId);
    const own = collector.spans.filter(({ traceId }) => traceId === root?.traceId);
    const isThere = names.every((name) => own.some((span) => span.name === name));
    const isWhole = own.every(
      ({ parentSpanId: above }) => !above || own.some(({ spanId }) => spanId === above),
    );
    return isThere && isWhole ? own : undefined;
  });
}

/** Names from a span up to the first of its trace. */
function pathTo(spans: readonly ReceivedSpan[], name: string): string[] {
  const path: string[] = [];
  for (let span = spans.find((one) => one.name === name); span !== undefined; ) {
    path.unshift(span.name);
    const { parentSpanId } = span;
    span = spans.find(({ spanId }) => spanId === parentSpanId);
  }
  return path;
}

test('an order is one trace from its request to the callback, which carries it on to the merchant', async () => {
  const sent = merchant.received.length;
  const orderId = await post('create', bookingIn(day, 'G8201'), { 'x-request-id': 'trace-create' });
  const spans = await traceOf('trace-create', ['POST callback', 'Workflow order', 'StartWorkflow order']);
  const route = 'POST /open/v1/order/create';
  expect(pathTo(spans, 'SQL insert-orders')).toEqual([route, 'SQL insert-orders']);
  const toWorkflow = [route, 'StartWorkflow order', 'Workflow order'];
  expect(pathTo(spans, 'POST callback')).toEqual([
    ...toWorkflow,
    'RunActivity readStanding',
    'POST callback',
  ]);
  const callback = spans.find(({ name }) => name === 'POST callback')!;
  expect(merchant.received[sent]!.body.orderId).toBe(orderId);
  expect(merchant.received[sent]!.headers.traceparent).toBe(`00-${callback.traceId}-${callback.spanId}-01`);
});

test('a command is a trace of its own, through the Update to the write of the move and its callback', async () => {
  const orderId = await post('create', bookingIn(day, 'G8201'));
  await post(`confirm/${orderId}`, {}, { 'x-request-id': 'trace-confirm' });
  const spans = await traceOf('trace-confirm', ['POST callback', 'UpdateWorkflow confirm', 'Update confirm']);
  const update = ['POST /open/v1/order/confirm/:orderId', 'UpdateWorkflow confirm', 'Update confirm'];
  expect(pathTo(spans, 'RunActivity recordTransition')).toEqual([...update, 'RunActivity recordTransition']);
  expect(
    spans.some(
      ({ name, attributes }) =>
        name === 'SQL with' && /update orders set/.test(`${attributes['db.query.text']}`),
    ),
  ).toBe(true);
  expect(pathTo(spans, 'POST callback')[0]).toBe(update[0]);
});

test('a caller decides neither the trace nor whether it is kept', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  await post('create', bookingIn(day, 'G8201'), { 'x-request-id': 'trace-foreign', traceparent });
  const [root] = await traceOf('trace-foreign', ['SQL insert-orders']);
  expect(root!.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c');
});

test('no name, phone number, secret, path or query of an address is in any span', async () => {
  const booking = { ...bookingIn(day, 'G8201'), remark: 'a remark that nobody else reads' };
  await post('create', booking, {
    'x-request-id': 'trace-personal',
    'idempotency-key': 'key-that-is-a-secret',
  });
  await traceOf('trace-personal', ['POST callback']);
  const text = collector.texts.join('\n');
  const { agency } = platform.sandbox;
  const secrets = [
    'Ada Lovelace',
    '912345678',
    'a remark that',
    'key-that-is',
    'secret-path',
    'secret-query',
    agency.clientSecret,
    'Bearer',
    'whsec_',
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
