import { envelope, errorAnswers } from '../schemas/envelope.ts';
import { Health, Readiness } from '../schemas/health.ts';
import { defineOperations } from './define.ts';

/** However many ask at once, a probe asks its part once. */
const UNCOUNTED = { limits: [] } as const;

export const healthOperations = defineOperations({
  checkAlive: {
    route: 'GET /healthz',
    sdk: 'platform.alive',
    noun: 'health',
    access: UNCOUNTED,
    schema: {
      tags: ['operations'],
      summary: 'The process is alive',
      description: "For probes. It checks nothing else, and doesn't count against any limit.",
      security: [],
      response: { 200: envelope(Health), ...errorAnswers('invalidParameter', 'internal') },
    },
  },
  checkReady: {
    route: 'GET /readyz',
    sdk: 'platform.ready',
    noun: 'readiness',
    access: UNCOUNTED,
    schema: {
      tags: ['operations'],
      summary: 'The process can serve requests; needs the database and its key, not Temporal',
      description:
        "For load balancers. It doesn't count against any limit. If a part is missing, 503 says which one.",
      security: [],
      response: {
        200: envelope(Readiness),
        ...errorAnswers('invalidParameter', 'internal', 'unavailable'),
      },
    },
  },
});
