/** Whoever works through a guide of docs/integrate gets what it says: every block of every page, on a real platform. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { createMerchant } from '../../support/merchants.ts';
import { drawPort } from '../../support/ports.ts';
import { isHere } from '../snippets.ts';
import { readPage } from './page.ts';
import { workThrough } from './reader.ts';

const FOLDER = new URL('../../../docs/integrate/', import.meta.url);
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const PAGE_MS = 90_000;

let platform: LivePlatform;
let api: string;
beforeAll(async () => {
  platform = await createLivePlatform({ settlements: true, rateLimits: true });
  api = await platform.app.listen({ port: 0, host: '127.0.0.1' });
}, PAGE_MS);
afterAll(async () => {
  await platform.close();
});

test('there are pages', () => {
  expect(PAGES).toContain('getting-started.md');
});

/** The pages take their answers apart with jq. */
const testHere = ['curl', 'jq'].every((tool) => isHere([tool, '--version'])) ? test : test.skip;

testHere.each(PAGES)(
  '%s does what it says',
  async (page) => {
    const name = page.replace('.md', '');
    const agency = await createMerchant(platform, `mk_reader_of_${name}`);
    const { studio } = platform.sandbox;
    await workThrough(readPage(new URL(page, FOLDER)), {
      own: {
        GUIDEPOST_BASE_URL: api,
        GUIDEPOST_CLIENT_ID: agency.clientId,
        GUIDEPOST_CLIENT_SECRET: agency.clientSecret,
        STUDIO_ID: studio.clientId,
        STUDIO_SECRET: studio.clientSecret,
      },
      instead: { 3000: String(await drawPort()) },
    });
  },
  PAGE_MS,
);
