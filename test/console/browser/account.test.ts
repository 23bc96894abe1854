import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  type ConsoleInBrowser,
  expectAccessible,
  expectAccessibleInBothThemes,
  openConsole,
  SANDBOX_PASSWORD,
} from '../../support/console/console-browser.ts';
import { takeMails, tokenIn, totpCode } from '../../support/console/console-people.ts';

const EMAIL = 'ines@agency.example';
const PASSWORD = 'grey herons over the Douro';

let console: ConsoleInBrowser;

beforeAll(async () => {
  console = await openConsole();
});

afterAll(() => console.close(), 240_000);

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

test('somebody registers, confirms the address, and signs in with a code of their phone or a passkey', async () => {
  const page = await console.visitor();
  await page.goto('/register');
  await page.getByRole('heading', { name: 'Register your company' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Your name').fill('Inês Sá');
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Company', { exact: true }).fill('Douro Trips');
  await page.getByText('Travel agency').click();
  await page.getByRole('combobox', { name: /Country/ }).fill('Portu');
  await page.getByRole('option', { name: 'Portugal' }).click();
  await page.getByRole('button', { name: 'Register' }).click();

  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();

  const [mail] = await takeMails(console.platform);
  await page.goto(`/confirm-email#${tokenIn(mail!)}`);
  await page.getByRole('heading', { name: 'Set your password' }).waitFor();
  expect(await page.getByLabel('Company', { exact: true }).inputValue()).toBe('Douro Trips');
  await page.getByLabel('Password').fill('password1234');
  await page.getByLabel('Your name').fill('Inês de Sá');
  await page.getByRole('button', { name: 'Open my account' }).click();

  // What was typed stays, and the refusal stands under its field.
  await page.getByText('This is too easy to guess').waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Inês de Sá');
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await fillSignIn(page);
  await page.waitForURL(/\/CO\d+\/sandbox$/);

  await page.goto('/account/security');
  await page.getByText('Chrome on Linux').waitFor();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('.totp-key').innerText()).replaceAll(' ', '');
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Code from the app').fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await expectAccessibleInBothThemes(page);
  const [recoveryCode] = await page.locator('.recovery-codes li').allInnerTexts();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const always = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...always } });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('button', { name: 'Continue in the browser' }).click();
  await page.getByText('Work laptop').waitFor();
  await signOut(page);

  // The password alone opens nothing any more: the address that one wanted waits behind the second factor.
  await page.goto('/account/profile');
  await fillSignIn(page);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await page.goto('/account/profile');
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('That is not right').waitFor();
  await page
    .getByLabel('Code from your authenticator app')
    .fill(totpCode(secret, new Date(Date.now() + 30_000)));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  await expectAccessibleInBothThemes(page);
  await signOut(page);

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/CO\d+\/sandbox$/);
  await signOut(page);

  await fillSignIn(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/CO\d+\/sandbox$/);
});

test('a session that is ended elsewhere is begun again in front of the page, and what was typed is saved', async () => {
  const here = await console.signedIn('agency');
  const there = await console.signedIn('agency');
  await here.goto('/account/profile');
  await here.getByRole('heading', { name: 'Profile' }).waitFor();

  await there.goto('/account/security');
  await there.getByRole('button', { name: 'End all others' }).click();
  await there.getByText('1 session has ended.').waitFor();

  await here.getByLabel('Your name').fill('Somebody else');
  await here.getByRole('button', { name: 'Save' }).click();
  const dialog = here.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(SANDBOX_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await here.getByText('Saved.').waitFor();
  await here.reload();
  expect(await here.getByLabel('Your name').inputValue()).toBe('Somebody else');
});

test('who has been away is asked for the password in front of the page, and what was typed stays', async () => {
  const page = await console.signedIn('studio');
  const em = console.platform.orm.em.fork();
  await em.execute(`update console_session set first_factor_at = now() - interval '16 minutes'`);
  await page.goto('/account/profile');
  await page.getByLabel('E-mail address').fill('new@studio.example');
  await page.getByRole('button', { name: 'Change the address' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expectAccessibleInBothThemes(page);
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('That is not right').waitFor();
  await dialog.getByLabel('Your password').fill(SANDBOX_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('A link is on its way to new@studio.example.').waitFor();
  expect(await page.getByLabel('E-mail address').inputValue()).toBe('new@studio.example');
});

test('a new address counts in the browser of its account, and who is guessed at lets a browser in by a mail', async () => {
  const page = await console.signedIn('agency');
  const headers = { origin: console.url };
  const send = (path: string, data: object) =>
    page.request.post(`${console.url}/api/account/${path}`, { data, headers });
  await takeMails(console.platform);
  await send('email/ask', { email: 'ada@agency.example' });
  const [mail] = await takeMails(console.platform);
  const stranger = await console.visitor();
  await stranger.goto(`/confirm-new-email#${tokenIn(mail!)}`);
  await stranger.getByText('If you have no account, close this page').waitFor();
  await expectAccessibleInBothThemes(stranger);
  await page.goto(`/confirm-new-email#${tokenIn(mail!)}`);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByText('You sign in as ada@agency.example from now on.').waitFor();

  await stranger.goto('/sign-in?email=ada@agency.example');
  for (let i = 0; i < 7; i++) {
    const wrong = { email: 'ada@agency.example', password: `a wrong guess ${i}` };
    await stranger.request.post(`${console.url}/api/account/sign-in`, { data: wrong, headers });
  }
  await stranger.getByLabel('Password').fill(SANDBOX_PASSWORD);
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.getByText('Too many wrong tries.').waitFor();
  await expectAccessibleInBothThemes(stranger);
  const notified = await takeMails(console.platform);
  const guessed = notified.find(({ subject }) => subject === 'Somebody tries to guess your password');
  await stranger.goto(`/allow-device#${tokenIn(guessed!)}`);
  await stranger.getByRole('heading', { name: 'Use this browser' }).waitFor();
  await expectAccessibleInBothThemes(stranger);
  await stranger.getByRole('button', { name: 'Use this browser' }).click();
  await stranger.getByRole('link', { name: 'Go to sign-in' }).click();
  await stranger.getByLabel('Password').fill(SANDBOX_PASSWORD);
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.waitForURL(/\/CO\d+\/sandbox$/);
  await send('email/ask', { email: 'agency@guidepost.example' });
  const back = tokenIn((await takeMails(console.platform)).at(-1)!);
  expect((await send('email/confirm', { token: back })).ok()).toBe(true);
});

test('Ctrl K goes to a page by its name', async () => {
  const page = await console.signedIn('agency');
  await page.getByRole('link', { name: 'Orders' }).first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('orders');
  await page.getByRole('menuitem', { name: 'Orders', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/CO\d+\/sandbox\/orders$/);
});

test('an address behind the sign-in leads nowhere else', async () => {
  const page = await console.signedIn('agency');
  for (const next of [
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.waitForURL(/\/CO\d+\/sandbox$/);
  }
});

test.each([
  ['es', 'Registre su empresa', 'Iniciar sesión'],
  ['ja', '会社を登録', 'ログイン'],
])('everything is there in %s, and the choice stays', async (language, register, signIn) => {
  const page = await console.visitor();
  await page.goto('/register');
  await page.getByLabel('Language').selectOption(language);
  await page.getByRole('heading', { name: register }).waitFor();
  await page.goto('/sign-in');
  await page.getByRole('heading', { name: signIn }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await expectAccessible(page);
});
