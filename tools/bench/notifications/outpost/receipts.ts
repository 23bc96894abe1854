import type { RequestListener } from 'node:http';
import { startReceiver } from '../receivers.ts';

/** What receivers were sent. */
export interface Receipts {
  readonly urls: readonly string[];
  /** Forgets what came before. */
  readonly reset: () => void;
  readonly count: () => number;
  /** From the first receipt to the last. */
  readonly perSecond: () => number;
  /** Body of the last one. */
  readonly lastBody: () => string;
  readonly close: () => Promise<void>;
}

/** So many merchants' servers on loopback, which acknowledge everything at once. */
export async function startReceipts(endpoints: number): Promise<Receipts> {
  let [count, firstAt, lastAt, body] = [0, 0, 0, ''];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      lastAt = performance.now();
      if (count++ === 0) firstAt = lastAt;
      body = Buffer.concat(chunks).toString('utf8');
      response.end('{"code":200}');
    });
  };
  const receivers = await Promise.all(Array.from({ length: endpoints }, () => startReceiver(listener)));
  return {
    urls: receivers.map(({ url }) => url),
    reset: () => {
      count = 0;
    },
    count: () => count,
    perSecond: () => ((count - 1) * 1_000) / (lastAt - firstAt),
    lastBody: () => body,
    close: async () => {
      for (const receiver of receivers) await receiver.close();
    },
  };
}
