import pg from 'pg';

/** Something that goes wrong, and what Prometheus has to say of it. */
export interface Failure {
  readonly name: string;
  readonly alerts: readonly string[];
  /** @returns mends it. */
  strike(): Promise<() => Promise<void> | void>;
}

/** A session of whoever that URL names. */
export async function asUser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
