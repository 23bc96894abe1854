/**
 * What is between a caller and a bare Update: one route of Fastify. No token, no rows, no rules. HTTP is on both sides,
 * so that the ratio says what our platform adds to Temporal's part of a command, and not what HTTP does.
 */
import Fastify from 'fastify';
import { createBareCaller } from './caller.ts';

const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '', PORT } = process.env;
const caller = await createBareCaller(TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE);
const app = Fastify();
app.get('/readyz', async () => 'ready');
app.post<{ Params: { action: string; id: string } }>('/:action/:id', async ({ params }) => ({
  status: await caller.update(params.id, params.action),
}));
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
