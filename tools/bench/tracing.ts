/**
 * `npm run bench -- tracing [requests]`: what traces cost order/create, by two API processes that take turns, one with traces and
 * one without; and docs/images/trace.svg, a trace of this run. The collector is in this process; two cores take it all.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReceivedSpan, startOtlpReceiver } from '../../test/support/network/otlp-receiver.ts';
import { acknowledging, startReceiver } from './notifications/receivers.ts';
import { type Caller, createGuidepost, orderNumber } from './support/guidepost.ts';
import type { BenchProcess } from './support/process.ts';
import { drawTrace } from './support/waterfall.ts';

const REQUESTS = Number(process.argv[2] ?? 1_000);
const A_TURN = 100;
const PICTURE = new URL('../../docs/images/trace.svg', import.meta.url);

const collector = await startOtlpReceiver();
const merchant = await startReceiver(acknowledging());
const guidepost = await createGuidepost();
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '500' };
let next = 0;
try {
  // Without workers: what they do beside it would be all the noise.
  const sides = {
    off: await side(await guidepost.startApi()),
    on: await side(await guidepost.startApi(traced)),
  };
  for (const one of Object.values(sides)) await turn(one, { isKept: false });
  for (let made = 0; made < REQUESTS; made += A_TURN)
    for (const one of Object.values(sides)) await turn(one, { isKept: true });
  for (const [name, { latencies, cpuMs }] of Object.entries(sides)) {
    const sorted = latencies.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(2);
    const cpu = (cpuMs / latencies.length).toFixed(2);
    console.log(
      `${name}: ${latencies.length} orders, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, CPU of the API ${cpu} ms an order`,
    );
  }
  writeFileSync(
    PICTURE,
    drawTrace('order/create: from the request to the merchant\u2019s answer', await oneTrace(sides.on)),
  );
} finally {
  await guidepost.close();
  await Promise.all([merchant.close(), collector.close()]);
}
process.exit();

interface Side {
  readonly api: BenchProcess;
  readonly caller: Caller;
  readonly latencies: number[];
  cpuMs: number;
}

async function side(api: BenchProcess): Promise<Side> {
  return { api, caller: await guidepost.addCaller(api, 'agency', merchant.url), latencies: [], cpuMs: 0 };
}

async function turn(one: Side, { isKept }: { readonly isKept: boolean }): Promise<void> {
  const cpuBefore = one.api.usage().cpuSeconds;
  for (let made = 0; made < A_TURN; made += 1) {
    const beganAt = performance.now();
    await book(one, randomUUID());
    if (isKept) one.latencies.push(performance.now() - beganAt);
  }
  if (isKept) one.cpuMs += (one.api.usage().cpuSeconds - cpuBefore) * 1_000;
}

async function book({ caller }: Side, requestId: string): Promise<void> {
  await caller.post('order/create', orderNumber(next++), { 'x-request-id': requestId });
}

/** Of the third order that workers see: the first ones find everything cold. */
async function oneTrace(one: Side): Promise<ReceivedSpan[]> {
  await Promise.all([
    guidepost.startWorker('orders', traced),
    guidepost.startWorker('notifications', traced),
  ]);
  for (const requestId of ['first', 'second', 'third']) {
    await book(one, requestId);
    for (;;) {
      const root = collector.spans.find(({ attributes }) => attributes['guidepost.request_id'] === requestId);
      const spans = collector.spans.filter(({ traceId }) => traceId === root?.traceId);
      const isWhole = spans.every(
        ({ parentSpanId: above }) => !above || spans.some(({ spanId }) => spanId === above),
      );
      const isDelivered = spans.some(({ name }) => name === 'POST callback');
      if (isWhole && isDelivered && requestId === 'third') return spans;
      if (isWhole && isDelivered) break;
      await sleep(100);
    }
  }
  throw new RangeError('there are three');
}
