import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AuditEntry, LedgerPosting, Mail, Merchant, type Settlement } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  AGENCY,
  completeOrders,
  firstLine,
  issueMonth,
  MONTH,
  moneyDeps,
  STUDIO,
  statementOf,
} from '../../support/console/console-money.ts';
import { multipart } from '../../support/network/multipart.ts';

/** What operators do about money at their desk. */
let api: TestApp;
let console_: TestConsole;
let deps: ReturnType<typeof moneyDeps>;
let statement: Settlement;
let orders: string[];
let finance: Browser;
let keys = 0;
const key = () => {
  keys += 1;
  return `form-${String(keys).padStart(8, '0')}`;
};
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2027-02-04T09:00:00Z');
  deps = moneyDeps(api);
  console_ = await createTestConsole(api, deps);
  finance = await console_.operator('finance');
  await api.orm.em.fork().nativeUpdate(Merchant, { key: STUDIO }, { contactEmail: 'books@studio.example' });
  orders = await completeOrders(api, ['2027-01-10', '2027-01-12', '2027-02-01']);
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const operators = (rest: string) => `/api/operator/money/${rest}`;
const get = async (rest: string, browser = finance) => (await browser.send({ url: operators(rest) })).json();
const post = async (rest: string, payload: object, browser = finance) =>
  (await browser.send({ method: 'POST', url: operators(rest), payload })).json();

describe('a run', () => {
  test('is shown before it is made: whom it concerns, how much, how many lines', async () => {
    const { data } = await get('run');
    expect(data).toMatchObject({
      month: MONTH,
      isWholeMonth: true,
      closeAt: '2027-02-01T00:00:00.000Z',
      nextCursor: null,
    });
    expect(data.totals).toMatchObject([{ currency: 'EUR', sandbox: true, statements: 2, lineCount: 4 }]);
    const [total] = data.totals;
    expect(total.dueFrom - total.dueTo).toBeCloseTo(total.commission, 2);
    const balances = new Map(
      data.list.map((one: { merchantKey: string; balance: number }) => [one.merchantKey, one.balance]),
    );
    expect([balances.get(STUDIO), balances.get(AGENCY)]).toEqual([total.dueTo, -total.dueFrom]);
    expect(
      (await get('months')).data.months.map(({ month, state }: { month: string; state: string }) => [
        month,
        state,
      ]),
    ).toEqual([
      ['2027-02', 'running'],
      [MONTH, 'due'],
    ]);
  });

  test('never takes the running month unless the operator says so, nor one before its turn', async () => {
    expect((await get('run?month=2027-02')).msg).toMatch(/is not over/);
    expect((await get('run?month=2027-02&partial=true')).msg).toMatch(/2027-01 is not settled yet/);
    expect((await post('run', { month: '2027-02' })).code).toBe(40905);
    expect((await post('run', { month: '2027-03', partial: true })).msg).toMatch(/has not begun/);
    expect(deps.started).toEqual([]);
  });

  test('is started by finance with a fresh factor, in the audit log', async () => {
    const support = await console_.operator('support');
    expect((await get('run', support)).code).toBe(200);
    expect((await post('run', { month: MONTH }, support)).data.reason).toBe('role_forbids');
    const stale = await console_.operator('finance', { second: 16 });
    expect((await post('run', { month: MONTH }, stale)).data.reason).toBe('second_factor_needed');
    expect((await post('run', { month: MONTH })).code).toBe(200);
    expect(deps.started).toEqual([MONTH]);
    const entry = await api.orm.em.fork().findOneOrFail(AuditEntry, { action: 'settlement.run_started' });
    expect(entry).toMatchObject({ actor: `person:${finance.personId}`, subject: `month:${MONTH}` });
    await issueMonth(api);
    statement = await statementOf(api, STUDIO);
    expect((await get('run')).data.list).toEqual([]);
  });
});

describe('statements', () => {
  test('are listed by month, state and merchant, and read with whose they are', async () => {
    const list = async (query: string) =>
      (await get(`statements?${query}`)).data.list.map((one: { settlementId: string }) => one.settlementId);
    expect(await list(`month=${MONTH}`)).toHaveLength(2);
    expect(await list(`status=issued&merchantKey=${STUDIO}`)).toEqual([statement.id]);
    const { data } = await get(`statements/${statement.id}?orderId=${orders[0]}`);
    expect(data).toMatchObject({ merchantKey: STUDIO, canPay: true, canDispute: true });
    expect(data.statement.lines).toHaveLength(1);
    expect((await get('statements/STL9999999999')).code).toBe(40905);
  });

  test('a payment is recorded once, however often its form is sent', async () => {
    const agency = await statementOf(api, AGENCY);
    const payment = { key: key(), reference: 'SEPA 2027-02-04/1' };
    const answers = await Promise.all([1, 2].map(() => post(`statements/${agency.id}/pay`, payment)));
    expect(answers.map(({ data }) => data.status)).toEqual(['paid', 'paid']);
    expect((await post(`statements/${agency.id}/pay`, payment)).data.status).toBe('paid');
    const em = api.orm.em.fork();
    expect(await em.count(LedgerPosting, { kind: 'payment' })).toBe(1);
    expect(await em.count(AuditEntry, { action: 'settlement.paid' })).toBe(1);
    const another = await post(`statements/${agency.id}/pay`, { key: key(), reference: 'another' });
    expect([another.code, another.msg]).toEqual([40905, 'the statement is paid']);
  });
});

describe('a dispute', () => {
  let disputeId: string;
  let owner: Browser;
  let company: string;
  beforeAll(async () => {
    company = await console_.company({ kind: 'studio', sandboxKey: STUDIO });
    owner = await console_.member(company, 'owner');
    const payload = { lineId: await firstLine(api, statement), reason: 'half a day only' };
    await owner.send({
      method: 'POST',
      url: `/api/${company}/sandbox/open/v1/settlement/dispute/${statement.id}`,
      payload,
    });
    disputeId = (await get('disputes?isOpen=true')).data.list[0].disputeId;
  });
  const write = (browser: Browser, url: string, text: string) =>
    browser.send({ method: 'POST', url, ...multipart({ fields: { key: key(), text }, files: [] }) });
  const theirs = () => `/api/${company}/sandbox/console/money/disputes/${disputeId}`;

  test('waits in the queue with its line and what nobody has read', async () => {
    await write(owner, `${theirs()}/messages`, 'Please look.');
    expect((await get('disputes?isOpen=true')).data.list).toMatchObject([
      {
        disputeId,
        merchantKey: STUDIO,
        reason: 'half a day only',
        orderId: orders[0],
        messages: 1,
        unread: 1,
      },
    ]);
    // Those who answer are notified, without a word of it.
    const mails = await api.orm.em.fork().find(Mail, { merchantKey: null, type: 'dispute.message' });
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) expect(text).toMatch(new RegExp(`/desk/money/disputes/${disputeId}\\s`));
  });

  test('who only looks leaves it unread; who can answer reads it', async () => {
    const support = await console_.operator('support');
    const unread = async () => (await get('disputes?isOpen=true')).data.list[0].unread;
    expect((await get(`disputes/${disputeId}`, support)).data.conversation[0].text).toBe('Please look.');
    expect(await unread()).toBe(1);
    await get(`disputes/${disputeId}`);
    expect(await unread()).toBe(0);
  });

  test('the merchant is notified once by mail until it has looked', async () => {
    const mails = () => api.orm.em.fork().find(Mail, { type: 'dispute.message', about: disputeId });
    for (const text of ['We look into it.', 'One more thing.'])
      await write(finance, operators(`disputes/${disputeId}/messages`), text);
    expect(await mails()).toMatchObject([{ to: 'books@studio.example' }]);
    const [mail] = await mails();
    expect(mail!.text).toContain(`/${company}/sandbox/money/disputes/${disputeId}`);
    expect(mail!.text).not.toContain('We look into it');
    await owner.send({ url: theirs() });
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    await write(finance, operators(`disputes/${disputeId}/messages`), 'Here it is.');
    expect(await mails()).toHaveLength(2);
  });

  test('is answered once: of two operators at the same time one learns that it is done', async () => {
    const lineId = await firstLine(api, statement);
    const other = await console_.operator('administrator');
    const answers = await Promise.all([
      post(`disputes/${disputeId}/resolve`, { key: key(), lineId, amount: '12.50', reason: 'our error' }),
      post(`disputes/${disputeId}/resolve`, { key: key(), lineId, reason: 'as agreed' }, other),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40905]);
    expect(answers.find(({ code }) => code !== 200)!.msg).toMatch(/not disputed|is issued/);
    const answered = (await get(`disputes/${disputeId}`)).data;
    expect(answered.status).not.toBe('open');
    expect((await get('disputes?isOpen=true')).data.list).toEqual([]);
    expect((await owner.send({ url: theirs() })).json().data).toMatchObject({
      status: answered.status,
      resolution: answered.resolution,
    });
    expect(await api.orm.em.fork().count(Mail, { type: 'dispute.answer' })).toBe(1);
    expect(await api.orm.em.fork().count(AuditEntry, { action: 'settlement.resolved' })).toBe(1);
  });

  test('both may write for 30 days after the answer, then no more', async () => {
    const answeredAt = api.clock.now;
    expect((await write(owner, `${theirs()}/messages`, 'Thank you.')).json().code).toBe(200);
    api.clock.now = new Date(answeredAt.getTime() + 30 * 86_400_000);
    const late = await console_.member(company, 'finance');
    expect((await write(late, `${theirs()}/messages`, 'And now?')).json()).toMatchObject({ code: 40905 });
    expect((await late.send({ url: theirs() })).json().data.closedBecause).toMatch(/30 days/);
    api.clock.now = answeredAt;
  });
});

describe('a correction by hand', () => {
  let before: number;
  const postings = () => api.orm.em.fork().count(LedgerPosting, {});
  const adjustment = (more: object = {}) => ({
    ...{
      kind: 'adjustment',
      key: key(),
      reason: 'goodwill',
      merchantKey: STUDIO,
      currency: 'EUR',
      amount: '-20.00',
    },
    ...more,
  });
  beforeEach(async () => {
    before = await postings();
  });

  test('is shown as it will be posted, and nothing is', async () => {
    const asked = adjustment();
    const { data } = await post('postings/preview', asked);
    expect(data).toMatchObject({
      postingId: `adjustment:${STUDIO}:${asked.key}`,
      kind: 'adjustment',
      currency: 'EUR',
    });
    expect(data.parts).toMatchObject([
      { account: 'merchant', merchantKey: STUDIO, amount: -20 },
      { account: 'adjustments', merchantKey: null, amount: 20 },
    ]);
    expect(await postings()).toBe(before);
    expect(await api.orm.em.fork().count(AuditEntry, { action: 'account.adjusted' })).toBe(0);
    const made = await post('postings', asked);
    expect(made.data).toEqual({ postingId: data.postingId, isNew: true });
    expect((await get(`posting?postingId=${encodeURIComponent(data.postingId)}`)).data).toMatchObject({
      parts: data.parts,
      canReverse: true,
    });
  });

  test('is posted once, however often its form is sent; its key does not serve for another', async () => {
    const asked = adjustment();
    const answers = await Promise.all([1, 2, 3].map(() => post('postings', asked)));
    expect(answers.filter(({ data }) => data.isNew)).toHaveLength(1);
    expect(await postings()).toBe(before + 1);
    expect((await post('postings', { ...asked, amount: '-21.00' })).msg).toMatch(
      /key was used for something else/,
    );
  });

  test('is taken back once, by a posting that shows which', async () => {
    const { postingId } = (await post('postings', adjustment())).data;
    const reversal = { kind: 'reversal', key: key(), reason: 'refunded twice', postingId };
    expect((await post('postings/preview', reversal)).data.parts).toMatchObject([
      { amount: 20 },
      { amount: -20 },
    ]);
    expect((await post('postings', reversal)).data).toEqual({
      postingId: `reversal:${postingId}`,
      isNew: true,
    });
    expect((await post('postings', { ...reversal, key: key() })).data.isNew).toBe(false);
    const { list } = (await get(`postings?merchantKey=${STUDIO}&size=1`)).data;
    expect(list).toMatchObject([{ kind: 'reversal', reverses: postingId }]);
  });

  test('of an order moves both sides; a studio or an agency is shown with its part', async () => {
    const refund = { kind: 'refund', key: key(), reason: 'rain', orderId: orders[2], amount: '0.50' };
    const { data } = await post('postings/preview', refund);
    expect(
      data.parts.map(({ merchantKey, gross }: { merchantKey: string; gross: number }) => [
        merchantKey,
        gross,
      ]),
    ).toEqual([
      [AGENCY, 0.5],
      [STUDIO, -0.5],
      [null, 0],
    ]);
    expect((await post('postings', { ...refund, amount: '999999' })).msg).toMatch(
      /the most that can be refunded/,
    );
  });

  test.each([
    ['not zero', { amount: '0.00' }, 'body.amount'],
    ['not more decimals than the currency has', { amount: '1.001' }, 'body.amount'],
    ['not words', { amount: 'NaN' }, 'body.amount'],
    ['a currency', { currency: 'XXX' }, 'body.currency'],
    ['a reason', { reason: ' ' }, 'body'],
    ['a key of letters and digits', { key: "'; --" }, 'body'],
  ])('needs %s', async (_what, change, path) => {
    const answer = await post('postings', adjustment(change));
    expect([answer.code, answer.data.details[0].path.startsWith(path)]).toEqual([40001, true]);
    expect(await postings()).toBe(before);
  });

  test('is for finance with a fresh factor; for members of a company there is no desk', async () => {
    const stale = await console_.operator('finance', { second: 16 });
    expect((await post('postings', adjustment(), stale)).data.reason).toBe('second_factor_needed');
    expect((await post('postings', adjustment(), await console_.operator('support'))).data.reason).toBe(
      'role_forbids',
    );
    const company = await console_.company({ kind: 'agency', sandboxKey: AGENCY });
    expect((await post('postings', adjustment(), await console_.member(company, 'owner'))).code).toBe(40400);
    expect(await postings()).toBe(before);
  });
});
