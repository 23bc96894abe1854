import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type Chat = Awaited<ReturnType<typeof startChat>>;

/** A chat that takes messages at addresses of its own, and keeps what was written where. */
export async function startChat() {
  const written: { readonly path: string; readonly message: unknown }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const message = await json(request);
    if (status === 200) written.push({ path: request.url ?? '', message });
    response.writeHead(status).end('ok');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    written,
    url: (path = '/services/T1/B1/secret') => `http://127.0.0.1:${port}${path}`,
    /** From now on. */
    answer: (next: number) => {
      status = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
