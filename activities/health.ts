import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

export interface HealthDeps {
  readonly port: number;
  readonly host: string;
  readonly isReady: () => boolean;
  readonly metrics: Registry;
}

/** A worker's own /healthz, /readyz and /metrics. Ready: every role polls its task queue. */
export async function serveHealth({ port, host, isReady, metrics }: HealthDeps): Promise<Server> {
  const server = createServer(async (request, response) => {
    switch (request.url) {
      case '/healthz':
        response.writeHead(200).end('ok\n');
        return;
      case '/readyz':
        response.writeHead(isReady() ? 200 : 503).end(isReady() ? 'ready\n' : 'not ready\n');
        return;
      case '/metrics':
        response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.metrics());
        return;
      default:
        response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
