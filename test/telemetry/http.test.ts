import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base';
import Fastify from 'fastify';
import { registerTracing } from '../../lib/telemetry/http.ts';
import { createTracing } from '../../lib/telemetry/open-telemetry.ts';

const exporter = new InMemorySpanExporter();
const tracing = createTracing('guidepost-test', exporter);
const app = Fastify();
const reading = Promise.withResolvers<void>();
let base: string;

beforeAll(async () => {
  registerTracing(app, tracing);
  app.addHook('preParsing', (_request, _reply, _payload, done) => {
    done();
    reading.resolve();
  });
  app.post('/:id', async () => ({ traceparent: tracing.current() }));
  app.get('/healthz', async () => ({ traceparent: tracing.current() }));
  base = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await tracing.close();
});

test('a handler behind a body that came later than its headers is within the span of its request', async () => {
  const asked = request(`${base}/7`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  asked.write('{"half":');
  await reading.promise;
  asked.end('1}');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(await json(answer)).toEqual({
    traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  });
});

test('probes have no span', async () => {
  const answer = await app.inject({ url: '/healthz' });
  expect(answer.json()).toEqual({});
});
