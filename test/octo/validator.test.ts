import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { MORNING } from './octo-app.ts';

/**
 * OCTO's public validator (github.com/octotravel/validator) against the whole platform: `npm run octo:validate`, with the
 * path of a checkout in OCTO_VALIDATOR (docs/octo.md, "The validator"). It has no licence, so none of it is here.
 */
const checkout = process.env.OCTO_VALIDATOR;
const suite = checkout === undefined ? describe.skip : describe;

interface Outcome {
  flow: string;
  scenario: string;
  result: string;
}

suite('the public validator', () => {
  let platform: LivePlatform;
  let report: { core: Outcome[]; pricing: Outcome[] };

  beforeAll(async () => {
    platform = await createLivePlatform();
    const agency = await createMerchant(platform, 'mk_octo_agency', { sandbox: false });
    await createMerchant(platform, 'mk_octo_studio', { sandbox: false, kind: 'studio' });
    await createGuides(platform);
    const address = await platform.app.listen({ host: '127.0.0.1', port: 0 });
    report = await validate(`${address}/octo/v1`, await platform.token(agency));
  }, 280_000);
  afterAll(() => platform.close());

  test.each(['core', 'pricing'] as const)('%s: every scenario succeeds', (part) => {
    const outcomes = report[part];
    process.stdout.write(
      `${outcomes.map((one) => `${one.result} ${one.flow}: ${one.scenario}`).join('\n')}\n`,
    );
    expect(outcomes.filter(({ result }) => result !== 'SUCCESS')).toEqual([]);
    // All flows came to their end.
    expect(outcomes.at(-1)?.flow).toBe('List Bookings');
    expect(new Set(outcomes.map(({ flow }) => flow)).size).toBe(part === 'core' ? 11 : 12);
  });
});

/** Starts and whole days, prices by booking and by unit, and a start that is taken. */
async function createGuides(platform: LivePlatform): Promise<void> {
  const world = { studioKey: 'mk_octo_studio', sandbox: false, instantConfirmation: true };
  const starts = { ...world, offersWholeDays: false, tripKinds: [{ ...MORNING, maxGuests: 5 }] };
  await createGuide(platform, { id: 'G8001', ...starts });
  await createGuide(platform, {
    id: 'G8002',
    ...starts,
    dayRate: 0,
    guestKinds: [{ kind: 'adult', amount: 2_500 }],
    tripKinds: [{ ...MORNING, price: 0 }],
  });
  await createGuide(platform, { id: 'G8003', ...world, tripKinds: [MORNING] });
  await createGuide(platform, { id: 'G8004', ...world, currency: 'JPY', timeZone: 'Asia/Tokyo' });
  const tripDate = addDays(todayIn('Europe/Lisbon', new Date()), 5);
  await createOrderRow(platform, { id: 'ORD1795230000000800301', guideId: 'G8003', tripDate, tripDays: 2 });
}

async function validate(endpoint: string, token: string) {
  const script = new URL('./validator-run.ts', import.meta.url).pathname;
  const child = execFile(`${checkout}/node_modules/.bin/tsx`, [script, checkout!, endpoint, token], {
    maxBuffer: 64 * 1024 * 1024,
    cwd: `${checkout}/backend`,
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the validator ended with ${code}: ${err}`);
  return JSON.parse(out);
}
