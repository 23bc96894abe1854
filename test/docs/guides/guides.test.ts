/** Whoever works through a guide of docs/integrate gets what it says: every block of every page, on a real platform. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ProviderLink } from '../../../db/entities/index.ts';
import { openInstallation } from '../../../db/installation.ts';
import { BEHAVING_GUIDES } from '../../../db/seed/guides.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { type Loop, startLoop } from '../../../jobs/loop.ts';
import { appendNewRows } from '../../../services/transparency/appending.ts';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { createGuide, createMerchant } from '../../support/merchants.ts';
import { drawPort } from '../../support/ports.ts';
import { isHere } from '../snippets.ts';
import { readPage } from './page.ts';
import { workThrough } from './reader.ts';

const FOLDER = new URL('../../../docs/integrate/', import.meta.url);
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
/** The pages send with curl and take the answers apart with jq. */
const areToolsHere = ['curl', 'jq'].every((tool) => isHere([tool, '--version']));

let platform: LivePlatform;
/** As the settlement workers do: pages say what is in the transparency log. */
let appending: Loop;
/** Readers mostly wait, so all pages are read at once. */
let readings: Map<string, Promise<unknown>>;
beforeAll(async () => {
  platform = await createLivePlatform({ settlements: true, rateLimits: true });
  const api = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  const { orm, cipher } = platform;
  const installation = await openInstallation(orm.em.fork(), cipher);
  appending = startLoop({
    everyMs: 1_000,
    round: () => appendNewRows({ orm, cipher, installation }),
    onError: (error) => {
      throw error;
    },
  });
  const pages = areToolsHere ? PAGES : [];
  readings = new Map(pages.map((page) => [page, read(page, api).catch((error) => error)]));
});
afterAll(async () => {
  await Promise.all(readings.values());
  await appending.stop();
  await platform.close();
});

test('there are pages', () => {
  expect(PAGES).toContain('getting-started.md');
});

(areToolsHere ? test : test.skip).each(PAGES)('%s does what it says', async (page) => {
  const error = await readings.get(page);
  if (error !== undefined) throw error;
});

/** @throws an Error of the first thing on the page that is not so. */
async function read(page: string, api: string): Promise<void> {
  const blocks = readPage(new URL(page, FOLDER));
  const merchant = await createMerchant(platform, `mk_of_${page.replace('.md', '')}`);
  const provider = await createMerchant(platform, `mk_by_${page.replace('.md', '')}`, { kind: 'provider' });
  await link(merchant.clientId, provider.clientId);
  const isOfProviders = blocks.some(({ text }) => text.includes('export MERCHANT_KEY'));
  const reader = isOfProviders ? provider : merchant;
  const { studio } = platform.sandbox;
  const own = {
    GUIDEPOST_BASE_URL: api,
    GUIDEPOST_CLIENT_ID: reader.clientId,
    GUIDEPOST_CLIENT_SECRET: reader.clientSecret,
    MERCHANT_KEY: merchant.clientId,
    STUDIO_ID: studio.clientId,
    STUDIO_SECRET: studio.clientSecret,
  };
  const town = await buildTown(PAGES.indexOf(page));
  await workThrough(blocks, { own, instead: { ...town, 3000: String(await drawPort()) } });
}

/** Guides that behave, for one reader alone: all pages book the same day. What the sandbox's own are replaced by. */
async function buildTown(number: number): Promise<Record<string, string>> {
  const ids = `G91${String(number).padStart(2, '0')}`;
  const area = `Sandbox Town ${number}`;
  for (const guide of BEHAVING_GUIDES) {
    const { id, languages, serviceTypes, ...rest } = guide;
    const lists = { languages: [...languages], serviceAreas: [area], serviceTypes: [...serviceTypes] };
    await createGuide(platform, {
      ...rest,
      ...lists,
      area,
      id: id.replace('G9000', ids),
      cancellationPolicy: CANCELLATION_PRESETS.flexible,
    });
  }
  return { G9000: ids, 'Sandbox Town': area };
}

async function link(merchantKey: string, providerKey: string): Promise<void> {
  const em = platform.orm.em.fork();
  em.create(ProviderLink, { merchantKey, providerKey, scopes: ['guide:read', 'order:read', 'order:write'] });
  await em.flush();
}
