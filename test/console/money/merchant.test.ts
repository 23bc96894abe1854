import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Guide, Order, type Settlement, StoredFilePart } from '../../../db/entities/index.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import {
  AGENCY,
  completeOrders,
  firstLine,
  issueMonth,
  moneyDeps,
  STUDIO,
  statementOf,
} from '../../support/console/console-money.ts';
import { multipart, PNG } from '../../support/network/multipart.ts';

/** What merchants see of their money, and what they write about it. */
let api: TestApp;
let console_: TestConsole;
let studio: string;
let agency: string;
let statement: Settlement;
let orders: string[];
let disputeId: string;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2027-02-04T09:00:00Z');
  console_ = await createTestConsole(api, moneyDeps(api));
  studio = await console_.company({ kind: 'studio', sandboxKey: STUDIO });
  agency = await console_.company({ kind: 'agency', sandboxKey: AGENCY });
  orders = await completeOrders(api, ['2027-01-10', '2027-01-12', '2027-02-01', '2027-02-03']);
  await issueMonth(api);
  statement = await statementOf(api, STUDIO);
  owner = await console_.member(studio, 'owner');
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

const money = (rest: string, of = studio) => `/api/${of}/sandbox/console/money/${rest}`;
const data = async (browser: Browser, url: string) => (await browser.send({ url })).json().data;

describe('the month so far', () => {
  test('has what was posted since the last statement, by kind and by day', async () => {
    const { currencies } = await data(owner, money('month'));
    expect(currencies).toHaveLength(1);
    const [open] = currencies;
    expect(open).toMatchObject({
      month: '2027-02',
      status: 'open',
      lineCount: 2,
      payer: 'platform',
      closesOn: '2027-03-01',
    });
    expect(open.kinds).toMatchObject([{ kind: 'completed', lineCount: 2, amount: open.balance }]);
    expect(open.days.map(({ day }: { day: string }) => day)).toEqual(['2027-02-01', '2027-02-03']);
    expect(open.days[1].balance).toBe(open.balance);
    expect(open.days[0].balance * 2).toBeCloseTo(open.balance, 2);
  });

  test('the other side owes what the studio earns with the platform', async () => {
    const [theirs] = (await data(await console_.member(agency, 'reader'), money('month', agency))).currencies;
    const [ours] = (await data(owner, money('month'))).currencies;
    expect(theirs).toMatchObject({ payer: 'merchant', gross: -ours.gross, commission: 0 });
  });
});

describe('a statement', () => {
  const path = (rest = '') => money(`statements/${statement.id}${rest}`);

  test('comes in pages of lines, and by order', async () => {
    const first = await data(owner, path('?size=1'));
    expect(first).toMatchObject({
      canDispute: true,
      disputes: [],
      statement: { status: 'issued', lineCount: 2 },
    });
    const { nextCursor, lines } = first.statement;
    const second = (await data(owner, path(`?size=1&cursor=${nextCursor}`))).statement;
    expect([lines[0].orderId, second.lines[0].orderId, second.nextCursor]).toEqual([
      orders[0],
      orders[1],
      null,
    ]);
    const ofOrder = (await data(owner, path(`?orderId=${orders[1]}`))).statement;
    expect(ofOrder.lines).toEqual(second.lines);
  });

  test('says of each line whose trip it was and when; the API answers what it promised', async () => {
    const { statement: shown } = await data(owner, path());
    const own = await api.orm.em
      .fork()
      .find(Order, { id: { $in: orders.slice(0, 2) } }, { orderBy: { id: 'asc' } });
    const guides = await api.orm.em.fork().find(Guide, {}, { orderBy: { id: 'asc' } });
    const nameOf = (id: string) => guides.find((guide) => guide.id === id)!.name;
    const expected = own.map(({ id, guideId, tripDate }) => ({
      ...{ orderId: id, tripDate },
      guideName: nameOf(guideId),
    }));
    expect(shown.lines).toEqual(
      expect.arrayContaining(expected.map((line) => expect.objectContaining(line))),
    );
    const url = `/api/${studio}/sandbox/open/v1/settlement/detail/${statement.id}`;
    expect(shown.lines).toHaveLength(2);
    const { guideName: _shown, ...promised } = shown.lines[0];
    expect((await data(owner, url)).lines[0]).toEqual(promised);
  });

  test('is a file through the session, as the API answers it by Accept', async () => {
    const csv = await owner.send({ url: path('/csv') });
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${statement.id}-2027-01.csv"`);
    const api_ = await owner.send({
      url: `/api/${studio}/sandbox/open/v1/settlement/detail/${statement.id}`,
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toBe(api_.body);
    const pdf = await owner.send({ url: path('/pdf') });
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const proof = await owner.send({ url: path('/proof') });
    const inApi = await owner.send({
      url: `/api/${studio}/sandbox/open/v1/settlement/detail/${statement.id}`,
      headers: { accept: 'application/vnd.guidepost.proof+json' },
    });
    expect(proof.json().lines).toHaveLength(2);
    expect(proof.body).toBe(inApi.body);
    expect(proof.headers['content-disposition']).toBe(inApi.headers['content-disposition']);
  });

  test("another merchant's is one that there is not, in every form", async () => {
    const stranger = await console_.member(agency, 'owner');
    for (const rest of ['', '/csv', '/pdf', '/proof']) {
      const answer = await stranger.send({ url: money(`statements/${statement.id}${rest}`, agency) });
      expect([rest, answer.json().code]).toEqual([rest, 40009]);
    }
    const theirs = await stranger.send({ url: path() });
    expect(theirs.json().code).toBe(40400);
  });

  test('is disputed by finance with a fresh factor, not by operations, not by who showed it long ago', async () => {
    const payload = { lineId: await firstLine(api, statement), reason: 'half a day only' };
    const url = `/api/${studio}/sandbox/open/v1/settlement/dispute/${statement.id}`;
    const ask = (browser: Browser) => browser.send({ method: 'POST', url, payload });
    const lower = await ask(await console_.member(studio, 'operations'));
    expect(lower.json().data.reason).toBe('role_forbids');
    const stale = await ask(await console_.member(studio, 'finance', { second: 16 }));
    expect(stale.json().data.reason).toBe('second_factor_needed');
    expect((await ask(await console_.member(studio, 'finance'))).json().code).toBe(200);
    const { disputes } = await data(owner, path());
    expect(disputes).toMatchObject([{ status: 'open', reason: 'half a day only', unread: 0 }]);
    disputeId = disputes[0].disputeId;
  });
});

describe('what is written about a disputed line', () => {
  const write = (browser: Browser, form: Parameters<typeof multipart>[0], of = studio) =>
    browser.send({ method: 'POST', url: money(`disputes/${disputeId}/messages`, of), ...multipart(form) });
  const message = (key: string, ...files: { name: string; content: string | Buffer }[]) => ({
    fields: { key, text: 'See the <b>receipt</b>.' },
    files,
  });

  test('a message is text with files; sent twice it is one', async () => {
    const form = message('form-0001', { name: '../../receipt\u202egnp.exe', content: PNG });
    const colleague = await console_.member(studio, 'finance');
    const [one, two] = await Promise.all([write(owner, form), write(colleague, form)]);
    expect([one.json().code, two.json().code]).toEqual([200, 200]);
    expect((await write(owner, form)).json().code).toBe(200);
    const talk = await data(owner, money(`disputes/${disputeId}`));
    expect(talk.conversation).toMatchObject([
      {
        side: 'merchant',
        text: 'See the <b>receipt</b>.',
        readAt: null,
        files: [{ type: 'image/png' }],
      },
    ]);
    expect(talk.conversation[0].files[0].name).toBe('receiptgnp.png');
  });

  test('its file is encrypted at rest, and comes back as it was, for the disk only', async () => {
    const [part] = await api.orm.em.fork().find(StoredFilePart, {});
    expect(part!.contentEncrypted.startsWith(api.cipher.prefix)).toBe(true);
    const talk = await data(owner, money(`disputes/${disputeId}`));
    const { fileId } = talk.conversation[0].files[0];
    const answer = await owner.send({ url: money(`disputes/${disputeId}/files/${fileId}`) });
    expect(answer.rawPayload.equals(PNG)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /);
  });

  test.each([
    ['a page called a picture', 'photo.png', '<script>alert(1)</script>,x\n', 200],
    ['a program', 'statement.pdf', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), 40001],
    ['a table with a formula', 'lines.csv', 'a,b\n1,=HYPERLINK("https://evil.example")\n', 40001],
    ['a table with amounts below zero', 'lines.csv', 'a;b\n1;-12.50\n', 200],
    ['nothing', 'empty.csv', '', 40001],
    ['more than 5 MB', 'big.csv', Buffer.alloc(5 * 1024 * 1024 + 1, '1'), 40001],
  ])('a file is taken by its content: %s', async (what, name, content, code) => {
    const answer = await write(
      owner,
      message(`form-${what.replaceAll(' ', '-')}`.slice(0, 40), { name, content }),
    );
    expect(answer.json().code).toBe(code);
    const files = answer.json().data.conversation?.at(-1).files ?? [];
    // Whatever a text is called, it is handed out as a table for the disk.
    if (code === 200)
      expect(files).toMatchObject([{ type: 'text/csv', name: expect.stringMatching(/\.csv$/) }]);
  });

  test('too many files, no words, a key that is none: nothing is written', async () => {
    const before = (await data(owner, money(`disputes/${disputeId}`))).messages;
    const six = Array.from({ length: 6 }, () => ({ name: 'a.png', content: PNG }));
    const refused = [
      await write(owner, message('form-0100', ...six)),
      await write(owner, { fields: { key: 'form-0101', text: ' \u200b ' }, files: [] }),
      await write(owner, { fields: { key: 'form-0102', text: 'x'.repeat(2_001) }, files: [] }),
      await write(owner, { fields: { key: '../../x', text: 'x' }, files: [] }),
      await owner.send({
        method: 'POST',
        url: money(`disputes/${disputeId}/messages`),
        payload: { text: 'x' },
      }),
    ];
    expect(refused.map((answer) => answer.statusCode >= 400 && answer.statusCode < 500)).toEqual(
      refused.map(() => true),
    );
    expect((await data(owner, money(`disputes/${disputeId}`))).messages).toBe(before);
  });

  test("another merchant's dispute is one that there is not; who only reads writes nothing", async () => {
    const stranger = await console_.member(agency, 'owner');
    const { fileId } = (await data(owner, money(`disputes/${disputeId}`))).conversation[0].files[0];
    for (const rest of [`disputes/${disputeId}`, `disputes/${disputeId}/files/${fileId}`])
      expect((await stranger.send({ url: money(rest, agency) })).json().code).toBe(40009);
    expect((await write(stranger, message('form-0200'), agency)).json().code).toBe(40009);
    const reader = await console_.member(studio, 'reader');
    expect((await write(reader, message('form-0201'))).json().data.reason).toBe('role_forbids');
  });
});
