import { createServer } from 'node:http';
import type { Config } from '../config.ts';
import { type Installation, untilOpen } from '../operations/installation.ts';
import { reasonOf } from '../operations/probe.ts';

const RETRY_AFTER_SECONDS = 2;
const refusal = (why: string) => ({ code: 50301, msg: `not ready: the database: ${why}`, data: null });

/**
 * The installation's id. Where the database can't be used at the start, the process waits for it; meanwhile it is alive, and everything
 * else is answered 50301, with the reason.
 * @throws WrongKeyError
 */
export async function openOrWait(
  installation: Installation,
  { host, port }: Pick<Config, 'host' | 'port'>,
  onWait: (error: unknown) => void,
): Promise<string> {
  let why = '';
  let stopAnswering: (() => Promise<unknown>) | undefined;
  try {
    return await untilOpen(installation, new AbortController().signal, (error) => {
      why = reasonOf(error);
      stopAnswering ??= answerMeanwhile(host, port, () => why);
      onWait(error);
    });
  } finally {
    await stopAnswering?.();
  }
}

function answerMeanwhile(host: string, port: number, why: () => string): () => Promise<unknown> {
  const server = createServer(({ url }, response) => {
    if (url === '/healthz') return void response.writeHead(200).end('{"code":200,"msg":"success"}');
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': `${RETRY_AFTER_SECONDS}` });
    response.end(JSON.stringify(refusal(why())));
  });
  // The application reports a port that is not available.
  server.on('error', () => {});
  server.listen(port, host);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
