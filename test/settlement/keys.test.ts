import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LedgerPosting } from '../../db/entities/index.ts';
import { createLedgerOperations } from '../../services/operators/money/postings.ts';
import { type Books, createBooks, STUDIOS, TIME_ZONE } from '../support/data/books.ts';

/** What happens to a correction that an operator sends again. */
const STUDIO = STUDIOS[0]!;
const ACTOR = { operator: 'ops', address: 'desk' };
const GOODWILL = { merchantKey: STUDIO, currency: 'EUR', amount: 2_000 };
let books: Books;
let today = '2027-01-15';
beforeAll(async () => {
  books = await createBooks();
});
afterAll(() => books.close());

const operations = () =>
  createLedgerOperations({
    orm: books.orm,
    terms: { timeZone: TIME_ZONE, commissionRate: 1_000 },
    now: () => new Date(`${today}T12:00:00Z`),
  });
const postings = () => books.orm.em.fork().count(LedgerPosting, {});

test('without a key the same adjustment is posted once, and a repeat is refused, on another day too', async () => {
  const { postingId } = await operations().adjust(ACTOR, GOODWILL, { reason: 'goodwill' });
  const repeat = () => operations().adjust(ACTOR, GOODWILL, { reason: 'goodwill' });
  await expect(repeat()).rejects.toThrow(`the same was posted before as ${postingId}`);
  expect(await postings()).toBe(1);
  await operations().adjust(ACTOR, GOODWILL, { reason: 'goodwill', key: 'again' });
  today = '2027-01-16';
  await expect(repeat()).rejects.toThrow(`the same was posted before as ${postingId}`);
  expect(await postings()).toBe(2);
});

test('a key stands for one correction: again it changes nothing, for another it is refused', async () => {
  const adjust = (change: object) =>
    operations().adjust(ACTOR, { ...GOODWILL, ...change }, { reason: 'x', key: 'one' });
  expect(await adjust({})).toEqual({ postingId: `adjustment:${STUDIO}:one`, isNew: true });
  expect(await adjust({})).toMatchObject({ isNew: false });
  await expect(adjust({ amount: 1 })).rejects.toThrow(/key was used for something else/);
  await expect(adjust({ currency: 'JPY' })).rejects.toThrow(/key was used for something else/);

  const plan = {
    agency: 'mk_agency_a',
    studio: STUDIO,
    currency: 'EUR',
    total: 100,
    rate: 0,
    refundShare: 0,
  };
  const id = await books.order(plan);
  await books.move(id, ['confirmed', 'in_progress', 'completed'], new Date('2027-01-10T00:00:00Z'));
  const refund = (amount: number) => operations().refund(ACTOR, id, amount, { reason: 'x', key: 'one' });
  expect(await refund(30)).toMatchObject({ isNew: true });
  expect(await refund(30)).toMatchObject({ isNew: false });
  await expect(refund(40)).rejects.toThrow(/key was used for something else/);
});
