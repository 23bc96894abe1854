import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { createScrape, type OtherSources } from '../lib/operations/scrape.ts';

export interface HealthDeps {
  readonly port: number;
  readonly host: string;
  /** What is missing, in words; empty: the process can work. */
  readonly missing: () => Promise<readonly string[]>;
  readonly metrics: Registry;
  /** What else is in /metrics. */
  readonly otherMetrics?: OtherSources;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

/** A worker's own /healthz, /readyz and /metrics. No request can end the process, whatever is unavailable. */
export async function serveHealth({
  port,
  host,
  missing,
  metrics,
  otherMetrics,
}: HealthDeps): Promise<Server> {
  const scrape = createScrape(metrics, otherMetrics);
  const answers: Record<string, () => Promise<Answer>> = {
    '/healthz': async () => ({ status: 200, body: 'ok\n' }),
    '/readyz': async () => readiness(await missing()),
    '/metrics': async () => ({ status: 200, type: metrics.contentType, body: await scrape() }),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? nothing;
    void answer()
      .catch((): Answer => ({ status: 500, body: 'failed\n' }))
      .then(({ status, type = 'text/plain; charset=utf-8', body = '' }) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

async function nothing(): Promise<Answer> {
  return { status: 404 };
}

function readiness(missing: readonly string[]): Answer {
  if (missing.length === 0) return { status: 200, body: 'ready\n' };
  return { status: 503, body: `not ready\n${missing.join('\n')}\n` };
}
