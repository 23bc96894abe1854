import { Pool } from 'undici';

export interface Poster {
  /** Resolves when the answer was read. @throws unless it is a 200. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** The cheapest way to load a server with POSTs, so that the loader's own share of the machine stays small. */
export function createPoster(url: string, { connections }: { connections: number }): Poster {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    async post(path, body, headers) {
      const answer = await pool.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      if (answer.statusCode !== 200)
        throw new Error(`${path}: ${answer.statusCode} ${await answer.body.text()}`);
      await answer.body.dump();
    },
    close: () => pool.close(),
  };
}
