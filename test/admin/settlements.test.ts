import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCipher } from '../../db/cipher.ts';
import {
  AuditEntry,
  CommissionRule,
  LedgerPosting,
  Notification,
  Settlement,
} from '../../db/entities/index.ts';
import { openInstallation } from '../../db/installation.ts';
import { monthOf } from '../../domain/settlement-month.ts';
import { claimNamespace } from '../../lib/operations/temporal-identity.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { AGENCIES, STUDIOS, TIME_ZONE } from '../support/data/books.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { type AdminRun, startAdmin } from '../support/platform/admin.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { createSettlementWorld, type SettlementWorld } from '../support/platform/settlement-world.ts';
import { until } from '../support/until.ts';

/** The operators' commands about money, with a worker for settlements. */
const [AGENCY, STUDIO] = [AGENCIES[0]!, STUDIOS[0]!];
let world: SettlementWorld;
let shell: AdminShell;
let orderId: string;
let month: string;

beforeAll(async () => {
  shell = openAdminShell();
  world = await createSettlementWorld();
  const installation = await openInstallation(world.orm.em.fork(), createCipher(ENCRYPTION_KEY));
  await claimNamespace(world.temporal.client, installation);
  month = monthOf(new Date(), TIME_ZONE);
  const plan = {
    agency: AGENCY,
    studio: STUDIO,
    currency: 'EUR',
    total: 10_000,
    rate: 1_000,
    refundShare: 0,
  };
  orderId = await world.order(plan);
  await world.move(orderId, ['confirmed', 'in_progress', 'completed'], new Date());
});
afterAll(async () => {
  await shell.close();
  await world.close();
});

const environment = () => ({
  DATABASE_URL: world.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  PLATFORM_TIME_ZONE: TIME_ZONE,
  TEMPORAL_ADDRESS: world.temporal.address,
  TEMPORAL_NAMESPACE: world.temporal.namespace,
});
const admin = (...args: string[]) => shell.run(environment(), args);
async function succeeds(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}
const em = () => world.orm.em.fork();
const actions = async () =>
  (await em().find(AuditEntry, {}, { orderBy: { id: 'asc' } })).map(({ action, actor }) => {
    expect(actor).toMatch(/^operator:./);
    return action;
  });

test('corrections of a closed order and of an account, each once for its key', async () => {
  const refund = ['refund', orderId, '10.00', '--reason', 'rained off', '--key', 'r1'];
  const booked = `refunded: ${orderId}\nposting: refund:${orderId}:r1\nposted:`;
  expect(await succeeds(...refund)).toBe(`${booked} now\n`);
  expect(await succeeds(...refund)).toBe(`${booked} before\n`);
  await succeeds('adjust', STUDIO, 'EUR', '20', '--reason', 'goodwill', '--key', 'a1');
  await succeeds('adjust', STUDIO, 'EUR', '-5.50', '--reason', 'a debit', '--key', 'a2');
  await succeeds('reverse', `adjustment:${STUDIO}:a1`, '--reason', 'by mistake');
  const posted = (await em().find(LedgerPosting, { operator: { $ne: null } })).map(({ id }) => id).sort();
  expect(posted).toEqual(
    [
      `adjustment:${STUDIO}:a1`,
      `adjustment:${STUDIO}:a2`,
      `refund:${orderId}:r1`,
      `reversal:adjustment:${STUDIO}:a1`,
    ].sort(),
  );
  expect(await actions()).toEqual([
    'order.refunded',
    'account.adjusted',
    'account.adjusted',
    'posting.reversed',
  ]);
});

test('commissions are agreed, listed and ended', async () => {
  await succeeds('commission', STUDIO, '--rate', '900', '--from', '2027-01-01');
  await succeeds('commission', STUDIO, '--agency', AGENCY, '--rate', '750', '--from', '2027-03-01');
  expect(await succeeds('commission', STUDIO, '--from', '2027-06-01')).toContain('rate: ended');
  expect(await em().count(CommissionRule, {})).toBe(3);
  const listed = await succeeds('commissions', STUDIO);
  expect(listed).toMatch(/^2027-01-01 +all +900 /m);
  expect(listed).toMatch(new RegExp(`^2027-03-01 +${AGENCY} +750 `, 'm'));
  expect(listed).toMatch(/^2027-06-01 +all +ended /m);
  expect(await succeeds('commissions', STUDIOS[1]!)).toBe('none\n');
});

test('a month is settled, a dispute answered, a statement paid', async () => {
  const collecting = await succeeds('settlements', '--status', 'open');
  expect(collecting).toMatch(new RegExp(`${STUDIO} +open +5 +75\\.50 +EUR`));
  expect(collecting).toMatch(new RegExp(`${AGENCY} +open +2 +-90\\.00 +EUR`));

  expect(await succeeds('settle', '--partial', '--yes')).toBe(`month: ${month}\nissued: 2\n`);
  expect(await succeeds('settle', month, '--partial', '--yes')).toBe(`month: ${month}\nissued: 0\n`);
  const statement = await world.statement(STUDIO, month);
  expect(await succeeds('settlements', '--month', month, '--status', 'issued')).toContain(statement.id);
  expect(await succeeds('settlements', '--month', '2020-01')).toBe('none\n');

  const [line] = await em().execute<{ id: string }[]>(
    `select 'LIN' || entry_id as id from settlement_line where settlement_id = ? order by entry_id limit 1`,
    [statement.id],
  );
  const shown = await succeeds('settlement', statement.id);
  expect(shown).toMatch(new RegExp(`settlement: ${statement.id}[\\s\\S]*${line!.id} .* ORD`));
  expect(shown.match(/^LIN/gm)).toHaveLength(statement.lineCount);
  const first = await succeeds('settlement', statement.id, '--limit', '1');
  expect(first).toContain(`more: --after ${line!.id}`);
  expect((await succeeds('settlement', statement.id, '--after', line!.id)).match(/^LIN/gm)).toHaveLength(
    statement.lineCount - 1,
  );
  expect(await admin('settlement', 'STL0')).toMatchObject({ stderr: expect.stringContaining('no such') });
  await world.dispute(statement, line!.id, 'never agreed');
  expect(await succeeds('settlement', statement.id)).toMatch(new RegExp(`^${line!.id} .* open$`, 'm'));
  const resolve = ['settlement-resolve', statement.id, line!.id, '--adjust', '1.50', '--reason', 'our error'];
  expect(await succeeds(...resolve)).toContain('status: issued');
  const proposed = await succeeds('settlement-pay', statement.id, '--reference', 'SEPA 17');
  const [, proposal = ''] = /status: issued[\s\S]*proposal: (PRP\d+)/.exec(proposed) ?? [];
  expect(await succeeds('proposals')).toMatch(
    new RegExp(`${proposal} +settlement\\.pay +settlement:${statement.id}`),
  );
  const alone = await admin('confirm', proposal);
  expect([alone.code, alone.stderr]).toEqual([4, expect.stringContaining('another operator')]);
  expect(await succeeds('--as', 'colleague', 'confirm', proposal)).toContain('state: confirmed');
  expect((await em().findOneOrFail(Settlement, statement.id)).status).toBe('paid');
  expect((await actions()).slice(-2)).toEqual(['settlement.paid', 'proposal.confirmed']);
});

test('what is wrong is said in words, by how it ends, and changes nothing', async () => {
  const paid = (await world.statement(STUDIO, month)).id;
  const cases: [args: string[], message: RegExp, exit: number][] = [
    [['refund', 'ORD1', '5', '--reason', 'x'], /^there is no such order$/, 6],
    [['refund', orderId, '5'], /required option '--reason <text>' not specified/, 2],
    [['refund', orderId, '5', '--reason', ' '], /Text of 1 to 500 characters/, 2],
    [['refund', orderId, '5', '--reason', 'x', '--key', 'a b'], /1 to 40 letters/, 2],
    [['refund', orderId, 'much', '--reason', 'x'], /^An amount in EUR/, 2],
    [['refund', orderId, '1.001', '--reason', 'x'], /^An amount in EUR/, 2],
    [['refund', orderId, '5000', '--reason', 'x'], /^the order has earned 90\.00 EUR, which is the most/, 4],
    [['adjust', 'mk_nobody', 'EUR', '5', '--reason', 'x'], /^there is no such merchant$/, 6],
    [['adjust', STUDIO, 'XYZ', '5', '--reason', 'x'], /A currency \(ISO 4217\)/, 2],
    [['adjust', STUDIO, 'EUR', '0', '--reason', 'x'], /^an adjustment must not be zero$/, 4],
    [['reverse', 'adjustment:none', '--reason', 'x'], /^there is no such posting$/, 6],
    [['commission', STUDIO, '--rate', '10001', '--from', '2027-01-01'], /A whole number from 0 to 10000/, 2],
    [['commission', STUDIO, '--rate', '1', '--from', '2027-02-30'], /A day, such as 2027-01-31/, 2],
    [['commission', 'mk_nobody', '--rate', '1', '--from', '2027-02-01'], /there is no such merchant/, 6],
    [['commission', AGENCY, '--rate', '1', '--from', '2027-02-01'], /is not of the kind studio/, 4],
    [
      ['commission', STUDIO, '--agency', STUDIO, '--rate', '1', '--from', '2027-02-01'],
      /^mk_studio_a: is not of the kind agency$/,
      4,
    ],
    [
      ['commission', STUDIO, '--rate', '1', '--from', '2027-01-01'],
      /an agreement from 2027-01-01 already exists/,
      4,
    ],
    [['commissions', 'mk_nobody'], /there is no such merchant/, 6],
    [['settle', '2027-13'], /A month, such as 2027-01/, 2],
    [['settle', '2999-01'], /^2999-01 has not begun$/, 4],
    [['settle', month], /^\S+ is not over: with --partial it is closed up to now/, 4],
    [['settle', '2020-01', '--partial'], /^2020-01 is over: settle it without --partial$/, 4],
    [['settlements', '--status', 'lost'], /Allowed choices are open, issued, disputed, paid/, 2],
    [['settlement-resolve', 'STL1', 'LIN1', '--reason', 'x'], /^there is no such settlement$/, 6],
    [['settlement-resolve', paid, 'first', '--reason', 'x'], /A line, such as LIN12/, 2],
    [['settlement-resolve', paid, 'LIN1', '--reason', 'x'], /^the statement is paid$/, 4],
    [['settlement-pay', 'STL1', '--reference', 'x'], /^there is no such settlement$/, 6],
    [['settlement-pay', paid, '--reference', 'another'], /paid/, 4],
  ];
  // Deliveries outlive what they report.
  const waiting = { settlementId: { $ne: null }, status: 'pending' } as const;
  await until(async () => (await world.orm.em.fork().count(Notification, waiting)) === 0);
  const before = await fingerprintOf(world.orm);
  const runs: AdminRun[] = [];
  for (const [args] of cases) runs.push(await admin(...args));
  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    const [args, message, exit] = cases[index]!;
    expect([args, code, stdout, stderr.trim()]).toEqual([args, exit, '', expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/failed:|Exception|\n\s+at /);
  }
  expect(await fingerprintOf(world.orm)).toBe(before);
});

test('without Temporal what needs it says so, and what does not works', async () => {
  const env = { ...environment(), TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const settled = await startAdmin(env, ['settle', month]).ended;
  expect([settled.code, settled.stderr.trim()]).toEqual([
    5,
    'Temporal at 127.0.0.1:1 does not answer: check TEMPORAL_ADDRESS',
  ]);
  expect((await startAdmin(env, ['settlements']).ended).stdout).toContain('STL');
});

test('reconcile reports with 1, repairs with --repair, and is in the audit log', async () => {
  const plan = { agency: AGENCY, studio: STUDIO, currency: 'EUR', total: 500, rate: 0, refundShare: 0 };
  const lost = await world.order(plan);
  const found = await admin('reconcile');
  expect([found.code, found.stdout]).toEqual([1, expect.stringMatching(new RegExp(`${lost} +notStarted `))]);
  const unasked = await admin('reconcile', '--repair');
  expect([unasked.code, unasked.stdout, unasked.stderr.trim()]).toEqual([
    8,
    '',
    expect.stringMatching(
      /^to repair \d+ disagreement\(s\), terminating 0 workflow\(s\), repeat with --yes\. Nothing/m,
    ),
  ]);
  expect(await succeeds('reconcile', '--repair', '--yes')).toMatch(/disagreement\(s\) repaired\n$/);
  expect((await actions()).at(-1)).toBe('orders.reconciled');
});
