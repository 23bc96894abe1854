import { createServer } from 'node:http';
import { drawPort } from '../support/ports.ts';

const PROBE_TIMEOUT_MS = 5_000;

/** What the blackbox exporter answers: whether an address answers 2xx at this moment. */
export async function startProber(url: string) {
  const server = createServer(async (_request, response) => {
    const isUp = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(`probe_success ${isUp ? 1 : 0}\n`);
  });
  const port = await drawPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${port}`, close: () => server.close() };
}
