import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommissionRule, Merchant } from '../../db/entities/index.ts';
import { findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { AGENCIES, type Books, createBooks, STUDIOS } from '../support/data/books.ts';

const [AGENCY = '', OTHER = ''] = AGENCIES;
const [STUDIO = ''] = STUDIOS;

let books: Books;
beforeAll(async () => {
  books = await createBooks();
  await books.order({ agency: AGENCY, studio: STUDIO, currency: 'EUR', total: 1, rate: 0, refundShare: 0 });
});
afterAll(async () => {
  await books.close();
});

async function rateFor(key: string, today: string): Promise<number | undefined> {
  const terms = { todayOf: () => today, defaultRate: 900 };
  const caller = { key, sandbox: false };
  const guide = await findBookableGuide(books.orm.em.fork(), 'G1', caller, new Date(), terms);
  return guide?.commissionRate;
}

async function rule(agencyKey: string | null, effectiveFrom: string, rate: number | null): Promise<void> {
  const em = books.orm.em.fork();
  em.create(CommissionRule, { studioKey: STUDIO, agencyKey, effectiveFrom, rate, operator: 'ops' });
  await em.flush();
}

test('the narrowest rule in effect decides: pair, then studio, then platform', async () => {
  expect(await rateFor(AGENCY, '2027-01-01')).toBe(900);
  await books.orm.em.fork().nativeUpdate(Merchant, { key: STUDIO }, { commissionRate: 800 });
  expect(await rateFor(AGENCY, '2027-01-01')).toBe(800);
  await rule(null, '2027-01-01', 700);
  await rule(AGENCY, '2027-02-01', 500);
  await rule(AGENCY, '2027-03-01', 600);
  await rule(AGENCY, '2027-04-01', null);

  expect(await rateFor(AGENCY, '2026-12-31')).toBe(800);
  expect(await rateFor(AGENCY, '2027-01-31')).toBe(700);
  expect(await rateFor(AGENCY, '2027-02-01')).toBe(500);
  expect(await rateFor(AGENCY, '2027-03-31')).toBe(600);
  expect(await rateFor(AGENCY, '2027-04-01')).toBe(700);
  expect(await rateFor(OTHER, '2027-02-01')).toBe(700);
});

test('a second rule for the same pair and day is refused', async () => {
  await expect(rule(null, '2027-01-01', 650)).rejects.toThrow(/commission_rule_once/);
});
