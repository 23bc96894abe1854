import { writeFileSync } from 'node:fs';
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createOrderActivities } from '../../activities/transitions.ts';
import { AuditEntry, Merchant, Order, Settlement } from '../../db/entities/index.ts';
import { closeStatement, selectDue } from '../../db/queries/money/closing.ts';
import { adjustAccount } from '../../db/queries/money/corrections.ts';
import { dispute } from '../../db/queries/money/statement-moves.ts';
import { endOfMonth } from '../../domain/settlement-month.ts';
import { createSettlementService } from '../../services/settlements/index.ts';
import type { DisputeRequest } from '../../workflows/settlement-contract.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

const MONTH = '2027-01';
const AT = new Date('2027-01-15T12:00:00Z');
const AGENCY = 'mk_sandbox_agency';
const STUDIO = 'mk_sandbox_studio';

let test_: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
beforeAll(async () => {
  test_ = await createTestApp();
  // What the workflow does with a dispute, without Temporal.
  const gateway = {
    dispute: async (settlement: { id: string }, updateId: string, { lineId }: DisputeRequest) => {
      const entryId = Number(lineId.slice('LIN'.length));
      await dispute(test_.orm.em.fork(), { settlementId: settlement.id, updateId, at: AT, entryId });
      return { status: 'disputed', openDisputes: 1, lines: 2 } as const;
    },
  };
  const settlements = createSettlementService({ orm: test_.orm, gateway, timeZone: 'UTC' });
  test_ = { ...test_, app: await test_.another({ settlements }) };
  expectDescribed = await createConformance(test_.app);
  await makeBooks();
});
afterAll(async () => {
  await test_.close();
});

const get = async (client: 'agency' | 'studio', url: string, accept = 'application/json') => {
  const headers = { accept, authorization: `Bearer ${await test_.token(test_.sandbox[client])}` };
  return await test_.app.inject({ url, headers });
};
const post = async (client: 'agency' | 'studio', url: string, payload: object) => {
  const headers = { authorization: `Bearer ${await test_.token(test_.sandbox[client])}` };
  return await test_.app.inject({ method: 'POST', url, payload, headers });
};

/** Two completed orders and an adjustment with a formula for a reason, settled; one order of the next month. */
async function makeBooks(): Promise<void> {
  await createGuide(test_, { id: 'G77', name: 'Inês' });
  for (const [index, at] of [AT, AT, new Date('2027-02-03T12:00:00Z')].entries()) {
    const id = `ORD${String(index + 1).padStart(19, '0')}`;
    const trip = { guideId: 'G77', tripDate: `2027-01-0${index + 1}`, tripDays: 1 };
    await createOrderRow(test_, { id, ...trip, status: 'pending' });
    await test_.orm.em.fork().nativeUpdate(Order, { id }, { totalAmount: 12_345, clientReference: '=1+1' });
    await complete(id, at);
  }
  const correction = { key: 'a', reason: '=HYPERLINK("x")', operator: 'ops', at: AT, timeZone: 'UTC' };
  const to = { merchantKey: STUDIO, currency: 'EUR', amount: -150 };
  await adjustAccount(test_.orm.em.fork(), to, correction);
  const closing = { month: MONTH, closeAt: endOfMonth(MONTH, 'UTC'), isWholeMonth: true };
  for (const { settlementId } of await selectDue(test_.orm.em.fork(), closing, '', 10)) {
    await closeStatement(test_.orm.em.fork(), settlementId, closing, new Date('2027-02-01T06:00:00Z'));
  }
}

async function complete(orderId: string, at: Date): Promise<void> {
  const { recordTransition } = createOrderActivities({ orm: test_.orm });
  const states = ['pending', 'confirmed', 'in_progress', 'completed'] as const;
  for (const [index, from] of states.slice(0, 3).entries()) {
    const move = {
      orderId,
      sequence: index + 2,
      from,
      to: states[index + 1]!,
      reason: 'trip_ended',
    } as const;
    await recordTransition({ ...move, actor: { kind: 'platform' }, occurredAt: at.toISOString() });
  }
}

async function issued(merchantKey: string): Promise<Settlement> {
  return await test_.orm.em.fork().findOneOrFail(Settlement, { merchantKey, month: MONTH });
}

describe('settlement/list', () => {
  test('shows the running month and the statements before it, the newest first', async () => {
    const answer = await get('studio', '/open/v1/settlement/list');
    expectDescribed('GET', '/open/v1/settlement/list', answer);
    const { list } = answer.json().data;
    expect(list).toMatchObject([
      { month: '2027-02', status: 'open', lineCount: 1, balance: 111.11, payer: 'platform' },
      { month: '2027-01', status: 'issued', lineCount: 3, gross: 245.4, commission: 24.68, balance: 220.72 },
    ]);
  });

  test('pages by a cursor, and filters', async () => {
    const first = (await get('agency', '/open/v1/settlement/list?size=1')).json().data;
    const second = (await get('agency', `/open/v1/settlement/list?size=1&cursor=${first.nextCursor}`)).json()
      .data;
    expect([first.list[0].month, second.list[0].month, second.nextCursor]).toEqual([
      '2027-02',
      '2027-01',
      null,
    ]);
    const filtered = (await get('agency', '/open/v1/settlement/list?status=issued&currency=eur')).json().data;
    expect(filtered.list).toMatchObject([{ month: MONTH, balance: -246.9, payer: 'merchant' }]);
  });
});

describe('settlement/detail', () => {
  test('answers JSON with every line and what it is about', async () => {
    const { id } = await issued(STUDIO);
    const answer = await get('studio', `/open/v1/settlement/detail/${id}`);
    expectDescribed('GET', '/open/v1/settlement/detail/{settlementId}', answer);
    const { lines, nextCursor } = answer.json().data;
    expect(lines).toMatchObject([
      {
        kind: 'completed',
        gross: 123.45,
        commission: 12.34,
        amount: 111.11,
        commissionRate: 1_000,
        clientReference: null,
        counterparty: { merchantKey: AGENCY, name: 'Sandbox Agency' },
      },
      { kind: 'completed', guideId: 'G77', tripDate: '2027-01-02' },
      {
        kind: 'adjustment',
        amount: -1.5,
        commission: 0,
        orderId: null,
        counterparty: null,
        reason: '=HYPERLINK("x")',
      },
    ]);
    expect(nextCursor).toBeNull();
  });

  test('pages the lines of JSON', async () => {
    const { id } = await issued(STUDIO);
    const first = (await get('studio', `/open/v1/settlement/detail/${id}?size=2`)).json().data;
    const rest = (
      await get('studio', `/open/v1/settlement/detail/${id}?size=2&cursor=${first.nextCursor}`)
    ).json();
    expect([first.lines.length, rest.data.lines.length, rest.data.nextCursor]).toEqual([2, 1, null]);
  });

  test('answers CSV that a spreadsheet library opens: all lines, exact amounts, no formulas', async () => {
    await test_.orm.em.fork().nativeUpdate(Merchant, { key: STUDIO }, { name: '=Sintra Walks' });
    const { id } = await issued(AGENCY);
    const answer = await get('agency', `/open/v1/settlement/detail/${id}`, 'text/csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${id}-${MONTH}.csv"`);
    const book = XLSX.read(answer.rawPayload, { type: 'buffer' });
    const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      settlementId: id,
      kind: 'completed',
      gross: -123.45,
      amount: -123.45,
      currency: 'EUR',
    });
    expect(rows[0]!.clientReference).toBe("'=1+1");
    expect(rows[0]).toMatchObject({ counterpartyKey: STUDIO, counterpartyName: "'=Sintra Walks" });
    expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(-246.9);
  });

  test('answers a PDF', async () => {
    await test_.orm.em.fork().nativeUpdate(Merchant, { key: STUDIO }, { name: 'Estúdio Ιθάκη, Київ' });
    const { id } = await issued(STUDIO);
    const answer = await get('studio', `/open/v1/settlement/detail/${id}`, 'application/pdf');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.toString('latin1')).toContain('%%EOF');
    if (process.env.KEEP_PDF) writeFileSync(process.env.KEEP_PDF, answer.rawPayload);
  });

  test('knows no other merchant’s settlement, in no form', async () => {
    const { id } = await issued(STUDIO);
    for (const accept of ['application/json', 'text/csv', 'application/pdf']) {
      const answer = await get('agency', `/open/v1/settlement/detail/${id}`, accept);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 40009]);
    }
    const stranger = await post('agency', `/open/v1/settlement/dispute/${id}`, {
      lineId: 'LIN1',
      reason: 'mine?',
    });
    expect(stranger.json().code).toBe(40009);
  });
});

describe('settlement/dispute', () => {
  test('refuses an open statement, a foreign line, and a missing reason', async () => {
    const { id } = await issued(STUDIO);
    const open = await test_.orm.em.fork().findOneOrFail(Settlement, { merchantKey: STUDIO, status: 'open' });
    const onOpen = await post('studio', `/open/v1/settlement/dispute/${open.id}`, {
      lineId: 'LIN1',
      reason: 'x',
    });
    expectDescribed('POST', '/open/v1/settlement/dispute/{settlementId}', onOpen);
    expect(onOpen.json()).toMatchObject({ code: 40905, data: { status: 'open' } });
    const foreign = await post('studio', `/open/v1/settlement/dispute/${id}`, {
      lineId: 'LIN999999',
      reason: 'x',
    });
    expect(foreign.json()).toMatchObject({ code: 40001, data: { details: [{ path: 'body.lineId' }] } });
    const mute = await post('studio', `/open/v1/settlement/dispute/${id}`, { lineId: 'LIN1' });
    expect(mute.json().code).toBe(40001);
  });

  test('marks the line and the statement', async () => {
    const { id } = await issued(STUDIO);
    const { lines } = (await get('studio', `/open/v1/settlement/detail/${id}`)).json().data;
    const { lineId } = lines[2];
    const answer = await post('studio', `/open/v1/settlement/dispute/${id}`, {
      lineId,
      reason: 'never agreed',
    });
    expectDescribed('POST', '/open/v1/settlement/dispute/{settlementId}', answer);
    expect(answer.json().data).toMatchObject({ status: 'disputed' });
    expect(answer.json().data.lines[2].dispute).toMatchObject({ status: 'open', reason: 'never agreed' });

    const audited = await test_.orm.em
      .fork()
      .find(AuditEntry, { subject: `settlement:${id}` }, { orderBy: { id: 'asc' } });
    expect(audited).toEqual([
      expect.objectContaining({
        action: 'settlement.dispute_asked',
        actor: STUDIO,
        merchantKey: STUDIO,
        address: '127.0.0.1',
        requestId: answer.headers['x-request-id'],
        details: { lineId, updateId: expect.any(String) },
      }),
    ]);
  });

  test('the same one under its Idempotency-Key has one entry in the audit log, also after a crash', async () => {
    const { id } = await issued(STUDIO);
    const { lines } = (await get('studio', `/open/v1/settlement/detail/${id}`)).json().data;
    const dispute = async () => {
      const token = await test_.token(test_.sandbox.studio);
      return await test_.app.inject({
        method: 'POST',
        url: `/open/v1/settlement/dispute/${id}`,
        payload: { lineId: lines[0].lineId, reason: 'no' },
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'dispute-once' },
      });
    };
    const em = test_.orm.em.fork();
    const before = await em.count(AuditEntry, { action: 'settlement.dispute_asked' });
    expect((await dispute()).statusCode).toBe(200);
    await em.execute("delete from idempotency_key where key = 'dispute-once'");
    expect((await dispute()).statusCode).toBe(200);
    expect(await em.count(AuditEntry, { action: 'settlement.dispute_asked' })).toBe(before + 1);
    // Also when the statement can't be disputed any more.
    await em.nativeUpdate(Settlement, { id }, { status: 'paid' });
    await em.execute("delete from idempotency_key where key = 'dispute-once'");
    expect((await dispute()).statusCode).toBe(200);
  });
});
