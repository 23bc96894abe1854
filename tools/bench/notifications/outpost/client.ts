import { Pool } from 'undici';

export type OutpostClient = ReturnType<typeof createClient>;

/** The calls of Outpost's HTTP API that a measurement needs. Each @throws unless it is answered with a 2xx. */
export function createClient(url: string, apiKey: string, connections: number) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const call = async (method: 'PUT' | 'POST', path: string, body: object) => {
    const request = { method, path: `/api/v1${path}`, headers, body: JSON.stringify(body) };
    const { statusCode, body: answer } = await pool.request(request);
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${await answer.text()}`);
    await answer.dump();
  };
  return {
    /** A tenant with one webhook. */
    async addTenant(tenant: string, topic: string, webhook: string): Promise<void> {
      await call('PUT', `/tenants/${tenant}`, {});
      const destination = { type: 'webhook', topics: [topic], config: { url: webhook } };
      await call('POST', `/tenants/${tenant}/destinations`, destination);
    },
    publish: (tenant: string, topic: string, data: object) =>
      call('POST', '/publish', { tenant_id: tenant, topic, data }),
    close: () => pool.close(),
  };
}
