import { createServer } from 'node:http';
import type { Config } from '../config.ts';
import { type Installation, untilOpen } from '../operations/installation.ts';

const RETRY_AFTER_SECONDS = 2;
const REFUSAL = { code: 50301, msg: 'not ready: the database does not answer', data: null };

/**
 * The installation's id. Where the database does not answer at the start, the process waits for it; meanwhile it is
 * alive, and everything else is answered 50301.
 * @throws WrongKeyError
 */
export async function openOrWait(
  installation: Installation,
  { host, port }: Pick<Config, 'host' | 'port'>,
  onWait: (error: unknown) => void,
): Promise<string> {
  let stopAnswering: (() => Promise<unknown>) | undefined;
  try {
    return await untilOpen(installation, new AbortController().signal, (error) => {
      stopAnswering ??= answerMeanwhile(host, port);
      onWait(error);
    });
  } finally {
    await stopAnswering?.();
  }
}

function answerMeanwhile(host: string, port: number): () => Promise<unknown> {
  const server = createServer(({ url }, response) => {
    if (url === '/healthz') return void response.writeHead(200).end('{"code":200,"msg":"success"}');
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': `${RETRY_AFTER_SECONDS}` });
    response.end(JSON.stringify(REFUSAL));
  });
  // The application reports a port that is not available.
  server.on('error', () => {});
  server.listen(port, host);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
