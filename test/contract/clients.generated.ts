/** `npm run proof -- clients`: clients that generators make of the OpenAPI document compile, and place a first order. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Order } from '../../db/entities/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { cacheFolder } from '../../tools/embedded/os/cache-folder.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { type ClientGenerator, GENERATORS, missingPrograms } from './generators.ts';

const MINUTES = 60_000;
const GUIDE = 'G9800001';

let api: LivePlatform;
let address: string;
let folder: string;
let document: string;
let older: string;
let days = 30;

beforeAll(async () => {
  api = await createLivePlatform();
  await createGuide(api, { id: GUIDE });
  address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  folder = mkdtempSync(join(tmpdir(), 'guidepost-clients-'));
  document = join(folder, 'openapi.json');
  writeFileSync(document, (await api.app.inject('/openapi.json')).body);
  older = join(folder, 'openapi-3.0.json');
  writeFileSync(older, (await api.app.inject('/openapi-3.0.json')).body);
}, 2 * MINUTES);
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(GENERATORS)('$name', (generator: ClientGenerator) => {
  const missing = missingPrograms(generator);
  const title = missing.length > 0 ? `left out: there is no ${missing.join(', no ')}` : 'a first order';
  (missing.length > 0 ? test.skip : test)(
    title,
    async () => {
      const own = mkdtempSync(join(folder, 'client-'));
      const tools = join(cacheFolder(process.env), 'clients');
      mkdirSync(tools, { recursive: true });
      const [program, ...args] = await generator.build({ document, older, folder: own, tools });
      const { stdout } = await promisify(execFile)(program!, args, { cwd: own, env: environment() });
      const [total, confirmed] = stdout.trim().split('\n');
      const [orderId, status] = (confirmed ?? '').split(' ');
      expect(status?.toLowerCase().replace(/^orderstatus\./, '')).toBe('confirmed');
      const order = await api.orm.em.fork().findOneOrFail(Order, orderId!);
      expect([order.status, order.guestCount]).toEqual(['confirmed', 2]);
      expect(Number(total!.replace('total ', ''))).toBe(order.totalAmount / 100);
    },
    10 * MINUTES,
  );
});

/** What a program finds in its environment; each has a day of its own. */
function environment() {
  const { agency, studio } = api.sandbox;
  days += 1;
  return {
    ...process.env,
    GUIDEPOST_BASE_URL: address,
    AGENCY_ID: agency.clientId,
    AGENCY_SECRET: agency.clientSecret,
    STUDIO_ID: studio.clientId,
    STUDIO_SECRET: studio.clientSecret,
    GUIDE_ID: GUIDE,
    TRIP_DATE: addDays(todayIn('Europe/Lisbon', new Date()), days),
  };
}
