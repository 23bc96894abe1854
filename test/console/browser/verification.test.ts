import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Company, Person, VerificationSubmission } from '../../../db/entities/index.ts';
import { createSessions } from '../../../services/accounts/sessions.ts';
import {
  type ConsoleInBrowser,
  expectAccessibleInBothThemes,
  openConsole,
} from '../../support/console/console-browser.ts';
import { makeOperator } from '../../support/data/operator-role.ts';
import { until } from '../../support/until.ts';
import { PDF, PNG } from '../verification/world.ts';

/** A company is verified: it sends, is refused in one field, corrects, is approved; both sides in browsers of their own. */
let console: ConsoleInBrowser;
let company: Page;
let operator: Page;
let companyId: string;
beforeAll(async () => {
  console = await openConsole();
  company = await console.signedIn('agency');
  operator = await console.visitor();
  await signInOperator(operator);
  companyId = (await em().findOneOrFail(Company, { sandboxKey: 'mk_sandbox_agency' })).id;
});
afterAll(() => console.close(), 240_000);

const em = () => console.platform.orm.em.fork();

async function signInOperator(page: Page): Promise<void> {
  const fork = em();
  const person = fork.create(Person, {
    email: 'vera@guidepost.example',
    name: 'Vera Fication',
    emailConfirmedAt: new Date(),
    totpConfirmedAt: new Date(),
  });
  await fork.flush();
  await makeOperator(console.platform, person.id, 'verification');
  const sessions = createSessions({ ...console.platform, now: () => new Date() });
  const shown = { firstFactorAt: new Date(), secondFactorAt: new Date() };
  const start = { personId: person.id, address: '127.0.0.1', userAgent: undefined, ...shown };
  const token = await sessions.open(fork, start);
  await page.context().addCookies([{ name: 'guidepost-console', value: token, url: console.url }]);
}

async function look(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessibleInBothThemes(page);
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text);
}

/** Another tab saves first: this one says so, and overwrites nothing until it was asked to. */
async function twoTabs(page: Page): Promise<void> {
  const stored = () => em().findOneOrFail(VerificationSubmission, { companyId });
  const { version, form } = await stored();
  const data = { version, form: { ...form, city: 'Porto' } };
  const url = `${console.url}/api/${companyId}/console/verification/draft`;
  const answer = await page.request.put(url, { data, headers: { origin: console.url } });
  expect(await answer.json()).toMatchObject({ code: 200 });
  await fill(page, 'City', 'Faro');
  await page.getByText('What you see here is not saved.').waitFor();
  expect((await stored()).form.city).toBe('Porto');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await stored()).form.city).toBe('Faro');
  await fill(page, 'City', 'Lisboa');
  await until(async () => (await stored()).form.city === 'Lisboa');
}

test('a company fills in, adds documents, and sends', async () => {
  await company.goto(`/${companyId}/sandbox/company/verification`);
  await company.getByRole('button', { name: 'Begin the verification' }).click();
  await fill(company, 'Legal name', 'Rota do Sol, Lda.');
  await fill(company, 'Registration number', 'PT 508.123.456');
  await fill(company, 'Tax ID', 'PT508123456');
  await fill(company, 'Street and number', 'Rua Augusta 12');
  await fill(company, 'City', 'Lisboa');
  await fill(company, 'Contact phone', '912 345 678');
  await company.getByText('Saved', { exact: true }).waitFor();
  await company.reload();
  expect(await company.getByLabel('Street and number', { exact: true }).inputValue()).toBe('Rua Augusta 12');
  await twoTabs(company);
  const chooser = company.waitForEvent('filechooser');
  await company.getByRole('button', { name: 'Add documents' }).click();
  await (await chooser).setFiles([
    { name: 'register.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: '<img src=x onerror=alert(1)>.png', mimeType: 'image/png', buffer: PNG },
  ]);
  await company.getByRole('link', { name: 'register.pdf' }).waitFor();
  await company.getByRole('link', { name: 'img src=x onerror=alert(1).png' }).waitFor();
  // What was typed is still there.
  expect(await company.getByLabel('City', { exact: true }).inputValue()).toBe('Lisboa');
  await look(company);
  await company.getByRole('button', { name: 'Send for verification' }).click();
  await company.getByText('We are checking it.').waitFor();
  await look(company);
});

test('an operator sees the pictures beside the form, and refuses a field with a reason', async () => {
  await operator.goto('/desk/verifications');
  await look(operator);
  await operator.getByRole('link', { name: 'Rota do Sol, Lda.' }).click();
  await operator.getByRole('button', { name: 'Show img src=x onerror=alert(1).png in full' }).waitFor();
  await operator.getByRole('button', { name: 'Mark as wrong Tax ID' }).click();
  await fill(operator, 'What is wrong: Tax ID', 'is of <b>another</b> company');
  await look(operator);
  await operator.getByRole('button', { name: 'Refuse' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await operator.getByRole('dialog').waitFor({ state: 'detached' });
  await operator.getByText('is of <b>another</b> company').waitFor();
});

test('the company finds what is wrong marked, corrects it and sends it again', async () => {
  await company.reload();
  await company.getByRole('button', { name: 'Correct it' }).click();
  await company.getByText('is of <b>another</b> company').waitFor();
  await look(company);
  await fill(company, 'Tax ID', 'PT999999990');
  await company.getByRole('button', { name: 'Send for verification' }).click();
  await company.getByText('We are checking it.').waitFor();
});

test('the operator approves, and the live side is open', async () => {
  await operator.goto(`/desk/verifications/${companyId}`);
  await operator.getByText('Was: PT508123456').waitFor();
  await operator.getByRole('button', { name: 'Approve' }).click();
  await operator.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  // Not the words of the dialog, which stand there until it is done.
  await operator.getByText('Live merchant', { exact: true }).waitFor();
  await company.reload();
  await company.getByRole('link', { name: 'Open the live side' }).click();
  // Which is for people with a second factor.
  await company.waitForURL('**/account/security?needed=live');
  await company.getByText('Live needs a second factor.').waitFor();
  const { liveKey } = await em().findOneOrFail(Company, companyId);
  expect(liveKey).toMatch(/^mk_live_/);
});

test('profile, team, links and audit log can be used by everybody', async () => {
  for (const path of ['/profile', '/team', '/links', '/audit']) {
    await company.goto(`/${companyId}/sandbox/company${path}`);
    await company.locator('[aria-busy="true"], .skeleton').waitFor({ state: 'detached' });
    await look(company);
  }
});
