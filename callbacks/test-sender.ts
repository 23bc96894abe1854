import { type CallbackClientOptions, createCallbackClient } from './client.ts';
import type { CallbackResult } from './exchange.ts';
import { type Signable, signedHeaders } from './signature.ts';

export interface TestSender {
  /** Signs and posts once, under the same guard and limits as every delivery. Rejects only when it is too busy. */
  send(url: string, signable: Signable): Promise<CallbackResult>;
  close(): Promise<void>;
}

/** For tests that a merchant asks for: the API sends them itself, so that they work while Temporal is unavailable. */
export function createTestSender(options: CallbackClientOptions): TestSender {
  const client = createCallbackClient(options);
  return {
    send: (url, signable) => client.post({ url, headers: signedHeaders(signable), body: signable.body }),
    close: () => client.close(),
  };
}
