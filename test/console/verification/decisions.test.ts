import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, Company, Mail, Merchant, Notification, Person } from '../../../db/entities/index.ts';
import { createMerchant } from '../../support/merchants.ts';
import {
  createVerificationWorld,
  dataOf,
  FORM,
  PDF,
  pathOf,
  refusalOf,
  submit,
  type VerificationWorld,
} from './world.ts';

/** The operators' side of the verification. */
let world: VerificationWorld;
beforeAll(async () => {
  world = await createVerificationWorld();
});
afterAll(() => world.close());

const VERIFICATIONS = '/api/operator/verifications';
const decide = (company: string, number: number, what: 'approve' | 'refuse', payload: object = {}) =>
  ({ method: 'POST', url: `${VERIFICATIONS}/${company}/${number}/${what}`, payload }) as const;
const em = () => world.api.orm.em.fork();
const queue = async () => (await dataOf(world.operator, { method: 'GET', url: VERIFICATIONS })).list;

test('what was sent is in the queue, oldest first, with its documents', async () => {
  await submit(world.owner, world.company);
  world.api.clock.now = new Date(world.api.clock.now.getTime() + 60_000);
  await submit(world.stranger, world.strangers, { legalName: 'Estúdio, Lda.' });
  expect(await queue()).toMatchObject([
    { companyId: world.company, number: 1, legalName: FORM.legalName, documents: 1, kind: 'agency' },
    { companyId: world.strangers, number: 1, legalName: 'Estúdio, Lda.', documents: 1, kind: 'studio' },
  ]);
  const { submissions } = await dataOf(world.operator, {
    method: 'GET',
    url: `${VERIFICATIONS}/${world.company}`,
  });
  const { documentId } = submissions[0].documents[0];
  const file = await world.operator.send({ method: 'GET', url: `${VERIFICATIONS}/documents/${documentId}` });
  expect(file.rawPayload).toEqual(PDF);
  expect(file.headers['content-disposition']).toMatch(/^attachment;/);
  const opened = { action: 'verification.document_opened', actor: `person:${world.operator.personId}` };
  expect(await em().count(AuditEntry, opened)).toBe(1);
});

test('a refusal says what is wrong with which field; the company corrects that and sends again', async () => {
  expect(await refusalOf(world.operator, decide(world.company, 1, 'refuse'))).toEqual([
    400,
    'body.refused missing',
  ]);
  const refused = { taxId: 'is of another company' };
  await dataOf(world.operator, decide(world.company, 1, 'refuse', { refused, note: 'Nearly there.' }));
  const { submissions } = await dataOf(world.owner, { method: 'GET', url: pathOf(world.company) });
  expect(submissions[0]).toMatchObject({ state: 'refused', refused, note: 'Nearly there.' });
  const mail = await em().findOneOrFail(Mail, { type: 'verification.refused' });
  expect(mail).toMatchObject({ subject: 'Your verification needs corrections' });
  expect(mail.text).toContain('- Tax ID: is of another company');
  expect(await em().count(Merchant, { sandbox: false })).toBe(0);
  const again = await submit(world.owner, world.company, { taxId: 'PT999999990' });
  expect(again).toMatchObject({ number: 2, state: 'submitted', refused: {} });
});

test('of two who decide at once one is heard, whatever they decide', async () => {
  const second = await world.console.operator('administrator');
  const [approved, ...others] = await Promise.all([
    world.operator.send(decide(world.company, 2, 'approve')),
    second.send(decide(world.company, 2, 'approve')),
    second.send(decide(world.company, 2, 'refuse', { note: 'no' })),
  ]);
  const statuses = [approved, ...others].map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([200, 400, 400]);
  const { submissions } = await dataOf(world.owner, { method: 'GET', url: pathOf(world.company) });
  const { state } = submissions[0];
  expect(await em().count(Merchant, { sandbox: false })).toBe(state === 'approved' ? 1 : 0);
  const decided = await em().find(AuditEntry, {
    action: { $in: ['verification.approved', 'verification.refused'] },
    subject: `company:${world.company}`,
  });
  expect(decided.filter(({ details }) => details.number === 2).map(({ action }) => action)).toEqual([
    `verification.${state}`,
  ]);
});

test('approval makes the live merchant under the verified name, in the decision itself; the company is notified', async () => {
  const approved = await dataOf(world.operator, decide(world.strangers, 1, 'approve', { note: 'Welcome.' }));
  const company = await em().findOneOrFail(Company, world.strangers);
  expect(company.liveKey).toBe(approved.merchantKey);
  expect(await em().findOneOrFail(Merchant, approved.merchantKey)).toMatchObject({
    name: 'Estúdio, Lda.',
    country: 'PT',
    kind: 'studio',
    sandbox: false,
    verification: 'approved',
    contactEmail: FORM.contactEmail,
  });
  const audited = await em().find(
    AuditEntry,
    { merchantKey: approved.merchantKey },
    { orderBy: { id: 'asc' } },
  );
  expect(audited.map(({ action }) => action)).toEqual(['merchant.registered', 'merchant.approved']);
  const mails = await em().find(Mail, { type: { $in: ['merchant.verified', 'verification.approved'] } });
  expect(mails.map(({ to }) => to)).toContain(FORM.contactEmail);
  const notified = await em().find(Notification, { merchantKey: approved.merchantKey });
  expect(notified.map(({ type }) => type)).toEqual(['merchant.verified']);
  const draft = { method: 'POST', url: pathOf(world.strangers, '/draft') } as const;
  expect(await refusalOf(world.stranger, draft)).toEqual([400, 'submission not_permitted']);
});

test('an owner who is the contact as well has one mail of an approval', async () => {
  await createMerchant(world.api, 'mk_sandbox_third', { kind: 'agency' });
  const third = await world.console.company({ kind: 'agency', sandboxKey: 'mk_sandbox_third' });
  const owner = await world.console.member(third, 'owner');
  const { email } = await em().findOneOrFail(Person, owner.personId);
  await submit(owner, third, { contactEmail: email.toUpperCase(), registrationNumber: 'PT 1', taxId: 'PT1' });
  await dataOf(world.operator, decide(third, 1, 'approve'));
  const mails = await em().find(Mail, { type: { $in: ['merchant.verified', 'verification.approved'] } });
  expect(mails.filter(({ to }) => to.toLowerCase() === email).map(({ type }) => type)).toEqual([
    'verification.approved',
  ]);
});

test('who is decided is decided, and what is unknown is unknown', async () => {
  expect(await refusalOf(world.operator, decide(world.strangers, 1, 'refuse', { note: 'no' }))).toEqual([
    400,
    'submission not_permitted',
  ]);
  expect(await refusalOf(world.operator, decide('CO1', 1, 'approve'))).toEqual([404]);
  expect(await refusalOf(world.operator, { method: 'GET', url: `${VERIFICATIONS}/CO1` })).toEqual([404]);
});

test('only operators for it decide, and nobody of a company', async () => {
  for (const role of ['support', 'finance'] as const) {
    const other = await world.console.operator(role);
    expect(await refusalOf(other, decide(world.company, 2, 'approve'))).toEqual([403]);
  }
  expect(await refusalOf(world.owner, { method: 'GET', url: VERIFICATIONS })).toEqual([404]);
  const bare = await world.console.operator('verification', { second: null });
  expect(await refusalOf(bare, { method: 'GET', url: VERIFICATIONS })).toEqual([403]);
});
