import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Job, Mail, Person, SettlementDispute } from '../../db/entities/index.ts';
import { dispute } from '../../db/queries/money/statement-moves.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import type { OperatorRole } from '../../domain/console-roles.ts';
import { entryIdOf, numberedId } from '../../domain/ids.ts';
import { disputeNoticeJobs } from '../../jobs/dispute-watch.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  completeOrders,
  firstLine,
  issueMonth,
  STUDIO,
  statementOf,
} from '../support/console/console-money.ts';
import { workOff } from '../support/jobs.ts';

const CONSOLE = 'https://console.guidepost.example';
const REASON = 'Ana Sousa paid in cash';
let api: TestApp;
let disputeId: number;
/** Of the first test the job is the one that the dispute left. */
let isFirst = true;
const errors: unknown[] = [];
const round = () => {
  const deps = { orm: api.orm, onError: (error: unknown) => void errors.push(error) };
  return workOff(deps, { dispute_notice: disputeNoticeJobs({ orm: api.orm, consoleBaseUrl: CONSOLE }) });
};
const isWaiting = () => api.orm.em.fork().count(Job, { kind: 'dispute_notice' });

beforeAll(async () => {
  api = await createTestApp();
  api.clock.now = new Date('2027-02-04T09:00:00Z');
  await completeOrders(api, ['2027-01-10']);
  await issueMonth(api);
  await operator('administrator', 'en');
  await operator('finance', 'es');
  await operator('support', 'en');
  await operator('finance', 'en', false);
  const statement = await statementOf(api, STUDIO);
  const asked = { settlementId: statement.id, updateId: 'one', at: api.clock.now };
  await api.orm.em
    .fork()
    .execute('insert into settlement_command (settlement_id, update_id, note) values (?, ?, ?)', [
      statement.id,
      'one',
      REASON,
    ]);
  await dispute(api.orm.em.fork(), { ...asked, entryId: entryIdOf(await firstLine(api, statement)) });
  disputeId = (await api.orm.em.fork().findOneOrFail(SettlementDispute, { updateId: 'one' })).id;
});
afterAll(() => api.close());
/** As if nobody had been notified. */
beforeEach(async () => {
  errors.length = 0;
  await api.orm.em.fork().nativeDelete(Mail, {});
  await api.orm.em.fork().nativeUpdate(SettlementDispute, { id: disputeId }, { status: 'open' });
  if (isFirst) isFirst = false;
  else await addSingleJob(api.orm.em.fork(), 'dispute_notice', `${disputeId}`);
});

async function operator(operatorRole: OperatorRole, language: 'en' | 'es', isConfirmed = true) {
  const email = `${operatorRole}-${language}${isConfirmed ? '' : '-new'}@guidepost.example`;
  const emailConfirmedAt = isConfirmed ? api.clock.now : null;
  const row = { email, name: 'Filipa', operatorRole, language, emailConfirmedAt };
  await api.unbounded.em.fork().insert(Person, row);
}
const mails = () => api.orm.em.fork().find(Mail, {}, { orderBy: { to: 'asc' } });

test('those who answer disputes are written once, in their language, with the way there and nobody’s words', async () => {
  await round();
  await round();
  const written = await mails();
  expect(written.map(({ to }) => to)).toEqual([
    'administrator-en@guidepost.example',
    'finance-es@guidepost.example',
  ]);
  expect(written.map(({ subject }) => subject)).toEqual([
    'A line of 2027-01 is disputed',
    'Se ha impugnado una línea de 2027-01',
  ]);
  for (const { text } of written) {
    expect(text).toContain(`${CONSOLE}/desk/money/disputes/${numberedId('dispute', disputeId)}`);
    expect(text).not.toMatch(/Ana|cash/);
  }
  expect(errors).toEqual([]);
});

test('two processes that look at once write each mail once', async () => {
  await Promise.all([round(), round(), round()]);
  expect(await mails()).toHaveLength(2);
});

test('one that was answered before anybody was notified needs no mail', async () => {
  await api.orm.em.fork().nativeUpdate(SettlementDispute, { id: disputeId }, { status: 'rejected' });
  await round();
  expect(await mails()).toEqual([]);
});

test('where the mail can’t be written the job waits, and goes well later', async () => {
  const admin = api.unbounded.em.fork();
  await admin.execute('alter table mail add constraint no_mail check (false) not valid');
  try {
    await round();
    expect(errors).toHaveLength(1);
    expect(await isWaiting()).toBe(1);
  } finally {
    await admin.execute('alter table mail drop constraint no_mail');
  }
  await round();
  expect(await mails()).toHaveLength(2);
});
