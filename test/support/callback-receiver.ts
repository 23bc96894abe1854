import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedCallback {
  readonly headers: IncomingHttpHeaders;
  /** The exact text that was signed. */
  readonly text: string;
  readonly body: {
    readonly notificationId: string;
    readonly sequence: number;
    readonly [key: string]: unknown;
  };
}

export type Reaction = (response: ServerResponse, request: ReceivedCallback) => void;

/** What well-behaved and other merchants answer. */
export const reactions = {
  acknowledge: (response) => response.setHeader('content-type', 'application/json').end('{"code":200}'),
  refuseConnection: (response) => response.socket?.destroy(),
  hang: () => {},
  otherCode: (response) => response.end('{"code":500,"msg":"not now"}'),
  html: (response) => response.setHeader('content-type', 'text/html').end('<html>welcome</html>'),
} satisfies Record<string, Reaction>;

export interface CallbackReceiver {
  readonly url: string;
  readonly received: readonly ReceivedCallback[];
  /** What the next requests get, one after the other; the last stays. */
  react(...reactions: readonly Reaction[]): void;
  close(): Promise<void>;
}

/** A merchant's callback address, on loopback. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  let queue: readonly Reaction[] = [reactions.acknowledge];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const callback = { headers: request.headers, text, body: JSON.parse(text) };
    received.push(callback);
    const [react = reactions.acknowledge, ...rest] = queue;
    if (rest.length > 0) queue = rest;
    react(response, callback);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    received,
    react: (...next) => {
      queue = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
