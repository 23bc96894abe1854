import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Mail, Person, VerificationSubmission } from '../../../db/entities/index.ts';
import { CONSOLE_URL } from '../../support/console/console-app.ts';
import {
  createVerificationWorld,
  dataOf,
  FORM,
  PDF,
  pathOf,
  refusalOf,
  submit,
  upload,
  type VerificationWorld,
} from './world.ts';

/** A company's side of its verification. */
let world: VerificationWorld;
beforeAll(async () => {
  world = await createVerificationWorld();
  await world.console.operator('finance');
});
afterAll(() => world.close());

const draft = (company = world.company) => ({ method: 'POST', url: pathOf(company, '/draft') }) as const;
const save = (version: number, form: object = FORM) =>
  ({ method: 'PUT', url: pathOf(world.company, '/draft'), payload: { version, form } }) as const;
const send = (version: number) =>
  ({ method: 'POST', url: pathOf(world.company, '/send'), payload: { version } }) as const;

test('a draft begins with what is known, and two who begin at once begin the same one', async () => {
  const administrator = await world.console.member(world.company, 'administrator');
  const [first, second] = await Promise.all([dataOf(world.owner, draft()), dataOf(administrator, draft())]);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ number: 1, state: 'draft', documents: [] });
  expect(first.form).toMatchObject({ legalName: 'Rota', country: 'PT', registrationNumber: '' });
});

test('two who write at once do not overwrite each other', async () => {
  const { version } = await dataOf(world.owner, draft());
  const answers = await Promise.all(
    ['Lisboa', 'Porto'].map((city) => world.owner.send(save(version, { ...FORM, city }))),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const refused = answers.find(({ statusCode }) => statusCode === 400)!;
  expect(refused.json().data.details).toMatchObject([{ path: 'body.version', reason: 'version_differs' }]);
});

test('nothing is sent that lacks a field, has a wrong one, or no document', async () => {
  const { version } = await dataOf(world.owner, draft());
  const wrong = { ...FORM, taxId: '', country: 'XX', contactEmail: 'ana at home', contactPhone: '12' };
  const saved = await dataOf(world.owner, save(version, wrong));
  expect(await refusalOf(world.owner, send(saved.version))).toEqual([
    400,
    'body.form.country not_one_of',
    'body.form.taxId missing',
    'body.form.contactEmail wrong_format',
    'body.form.contactPhone not_a_phone_number',
    'body.documents too_few',
  ]);
  expect(await refusalOf(world.owner, save(saved.version, { ...FORM, city: 'a\u0007b' }))).toEqual([
    400,
    'body.form.city wrong_format',
  ]);
});

test('what was sent is frozen, for the company and for whoever reaches the table', async () => {
  const sent = await submit(world.owner, world.company);
  expect(sent).toMatchObject({ state: 'submitted', form: FORM, submittedAt: expect.any(String) });
  expect(await refusalOf(world.owner, save(sent.version))).toEqual([400, 'submission not_permitted']);
  expect(await refusalOf(world.owner, upload(world.company, 'more.pdf', PDF))).toEqual([
    400,
    'submission not_permitted',
  ]);
  const [document] = sent.documents;
  const remove = {
    method: 'DELETE',
    url: pathOf(world.company, `/documents/${document.documentId}`),
  } as const;
  expect(await refusalOf(world.owner, remove)).toEqual([400, 'submission not_permitted']);
  const em = world.api.orm.em.fork();
  for (const statement of [
    `update verification_submission set form = form || '{"taxId": "other"}'`,
    `update verification_submission set submitted_at = now()`,
    `update verification_submission set state = 'draft', submitted_at = null`,
    'delete from verification_attachment',
    'delete from verification_document',
    'delete from verification_submission',
  ]) {
    await expect(em.execute(statement)).rejects.toThrow();
  }
});

test('those who verify are written of it once, with the way there and nothing of the form', async () => {
  const em = world.api.orm.em.fork();
  const mails = await em.find(Mail, { type: 'verification.submitted' });
  const { email } = await em.findOneOrFail(Person, world.operator.personId);
  expect(mails.map(({ to }) => to)).toEqual([email]);
  const [mail] = mails;
  expect(mail!.text).toContain(`${CONSOLE_URL}/desk/verifications/${world.company}`);
  for (const words of [...Object.values(FORM), 'register.pdf'])
    if (words !== FORM.country) expect(`${mail!.subject} ${mail!.text}`).not.toContain(words);
});

test('what waits is taken back and sent again with the same documents, as the next one', async () => {
  const withdrawn = await dataOf(world.owner, {
    method: 'POST',
    url: pathOf(world.company, '/withdraw'),
  });
  expect(withdrawn.state).toBe('withdrawn');
  const again = await dataOf(world.owner, draft());
  expect(again).toMatchObject({ number: 2, state: 'draft', form: FORM, documents: withdrawn.documents });
  const { submissions } = await dataOf(world.owner, { method: 'GET', url: pathOf(world.company) });
  expect(submissions.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
    [2, 'draft'],
    [1, 'withdrawn'],
  ]);
});

test('the constraint allows no second open submission', async () => {
  const em = world.api.orm.em.fork();
  em.create(VerificationSubmission, { companyId: world.company, number: 3, form: FORM });
  await expect(em.flush()).rejects.toThrow('verification_submission_open');
});

test('who is no owner or administrator sees nothing of it, nor does another company', async () => {
  for (const role of ['developer', 'operations', 'finance', 'reader'] as const) {
    const member = await world.console.member(world.company, role);
    expect(await refusalOf(member, { method: 'GET', url: pathOf(world.company) })).toEqual([403]);
    expect(await refusalOf(member, draft())).toEqual([403]);
  }
  expect(await refusalOf(world.stranger, { method: 'GET', url: pathOf(world.company) })).toEqual([404]);
});
