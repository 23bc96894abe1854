import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BenchReceiver {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A merchant's server on loopback. @param port 0: a free one. */
export async function startReceiver(listener: RequestListener, port = 0): Promise<BenchReceiver> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}/callbacks`,
    port: bound,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Acknowledges, and reports what came. */
export function acknowledging(
  onEvent: (event: { orderId: string; sequence: number; status: string }) => void = () => {},
): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    onEvent(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.setHeader('content-type', 'application/json').end('{"code":200}');
  };
}

/** Takes the request in and says nothing for so long. */
export function hanging(forMs: number): RequestListener {
  return async (request, response) => {
    request.resume();
    await sleep(forMs);
    response.end('{"code":200}');
  };
}
