import type { InjectOptions } from 'fastify';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';

export const NOW = new Date('2026-12-01T12:00:00Z');

/** A studio's console with one person who may change guides, and another studio beside it. */
export interface StudioWorld {
  readonly api: TestApp;
  readonly console: TestConsole;
  readonly company: string;
  readonly operations: Browser;
  readonly reader: Browser;
  /** Of another studio, which is guide `G9999`'s. */
  readonly stranger: Browser;
  newGuide(guide?: object): Promise<string>;
  /** A request of the studio's own routes. */
  own(method: 'DELETE' | 'GET' | 'POST' | 'PUT', rest: string, options?: Options): Promise<Answer>;
  /** An operation of the API, by the session. */
  trade(method: 'DELETE' | 'GET' | 'POST' | 'PUT', rest: string, options?: Options): Promise<Answer>;
  close(): Promise<void>;
}
type Options = Pick<InjectOptions, 'payload' | 'headers'> & { readonly as?: Browser };
type Answer = Awaited<ReturnType<Browser['send']>>;

export async function createStudioWorld(): Promise<StudioWorld> {
  const api = await createTestApp();
  api.clock.now = NOW;
  const console = await createTestConsole(api);
  await createMerchant(api, 'mk_other_studio', { kind: 'studio' });
  const company = await console.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  const other = await console.company({ kind: 'studio', sandboxKey: 'mk_other_studio' });
  const operations = await console.member(company, 'operations');
  const reader = await console.member(company, 'reader');
  const stranger = await console.member(other, 'owner');
  await createGuide(api, { id: 'G9999', studioKey: 'mk_other_studio' });
  let number = 810_000;
  const send = (root: string) => {
    return (method: InjectOptions['method'], rest: string, options: Options = {}) => {
      const { as = operations, ...request } = options;
      const of = as === stranger ? other : company;
      return as.send({ method: method!, url: `/api/${of}/sandbox/${root}/${rest}`, ...request });
    };
  };
  return {
    api,
    console,
    company,
    operations,
    reader,
    stranger,
    newGuide: async (guide = {}) => {
      const id = `G${number++}`;
      await createGuide(api, { id, ...guide });
      return id;
    },
    own: send('console'),
    trade: send('open/v1'),
    close: async () => {
      await console.close();
      await api.close();
    },
  };
}
