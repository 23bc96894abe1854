import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { createScrape } from '../operations/scrape.ts';

export interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  readonly registry: Registry;
}

const REQUEST_MS = 5_000;
/** Prometheus has one; a few more are for people. */
const CONNECTIONS = 20;

/**
 * GET /metrics on a separate port, as in the workers: collecting them takes the process some 20 ms, and
 * they are not for merchants. Those who ask at the same time share one answer.
 * @throws when the port is taken.
 */
export async function serveMetrics({ host, port, registry }: MetricsOptions): Promise<Server> {
  const scrape = createScrape(registry);
  let underWay: Promise<string> | undefined;
  const collect = () => {
    underWay ??= scrape().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    async (request, response) => {
      const isAsked = request.method === 'GET' && request.url === '/metrics';
      if (!isAsked) return void response.writeHead(404).end();
      try {
        const text = await collect();
        response.writeHead(200, { 'content-type': registry.contentType }).end(text);
      } catch {
        // No scrape must end the process; one that failed is counted by Prometheus.
        response.writeHead(503).end();
      }
    },
  );
  server.maxConnections = CONNECTIONS;
  server.setTimeout(REQUEST_MS * 2);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
