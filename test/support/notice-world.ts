/** An agency (CO1) and a studio (CO2) with people, and orders that they are notified of: without a console, and without Temporal. */
import { Membership, Notice, NoticeSetting, Person } from '../../db/entities/index.ts';
import type { CompanyRole } from '../../domain/console-roles.ts';
import { writeNotices } from '../../jobs/notices.ts';
import type { TestApp } from './app.ts';
import { bookingIn, bookOrder } from './booking.ts';
import { createGuide } from './merchants.ts';
import { createOrdersApp } from './orders-app.ts';
import { until } from './until.ts';

export const CONSOLE = 'https://console.guidepost.example';
const AGENCY = 'mk_sandbox_agency';
const STUDIO = 'mk_sandbox_studio';

export type NoticeWorld = Awaited<ReturnType<typeof createNoticeWorld>>;

export async function createNoticeWorld() {
  const { api: made, app } = await createOrdersApp();
  const api: TestApp = {
    ...made,
    as: async (client, options) => {
      const headers = { ...options.headers, authorization: `Bearer ${await made.token(client)}` };
      return await app.inject({ ...options, headers });
    },
  };
  const em = () => api.unbounded.em.fork();
  const company = (id: string, key: string, name: string) =>
    em().execute(
      "insert into company (id, name, kind, country, sandbox_key) values (?, ?, 'agency', 'PT', ?)",
      [id, name, key],
    );
  let people = 0;
  let days = 0;
  api.clock.now = new Date();
  await company('CO1', AGENCY, 'Viajes Sol');
  await company('CO2', STUDIO, 'Douro Guides');
  await createGuide(api, { id: 'G900', name: 'Rui Costa', studioKey: STUDIO });
  const read = () => writeNotices({ orm: api.orm, mail: true });
  /** Waits until feeds show all: an open transaction of any database of the server holds them up, and other tests have some. */
  const visible = () =>
    until(async () => {
      const [row] = await em().execute<[{ isHidden: boolean }]>(
        'select exists (select from notification where transaction_id >= feed_horizon()) as "isHidden"',
      );
      return !row.isHidden;
    });

  return {
    api,
    em,
    /** Writes the notices of what happened. */
    read,
    /** What happened so far is of nobody, and nobody works here. */
    async clear(): Promise<void> {
      await read();
      for (const entity of [Notice, NoticeSetting, Membership])
        await em().nativeDelete(entity as typeof Notice, {});
    },
    async person(companyId: string, role: CompanyRole, more: Partial<Person> = {}): Promise<number> {
      people += 1;
      const row = {
        email: `person-${people}@guidepost.example`,
        name: 'Filipa',
        emailConfirmedAt: new Date(),
        ...more,
      };
      const personId = Number(await em().insert(Person, row));
      await em().insert(Membership, { companyId, personId, role });
      return personId;
    },
    /** Books, and waits until feeds show it. */
    async book(more: object = {}): Promise<string> {
      days += 1;
      const id = await bookOrder(api, api.sandbox.agency, { ...bookingIn(days + 3, 'G900'), ...more });
      await visible();
      return id;
    },
    visible,
    close: () => made.close(),
  };
}
