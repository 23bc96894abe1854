import { expect } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { Person } from '../../../db/entities/index.ts';
import type { OperatorRole } from '../../../domain/console-roles.ts';
import { createPasswords } from '../../../services/accounts/passwords.ts';
import { newTotpSecret } from '../../../services/accounts/totp.ts';
import { type ConsoleInBrowser, SANDBOX_PASSWORD } from '../../support/console/console-browser.ts';
import { makeOperator } from '../../support/data/operator-role.ts';

let made = 0;

/** An operator of that role who has signed in by password and code. */
export async function signInOperator(
  { platform, visitor, url }: ConsoleInBrowser,
  options: { colorScheme?: 'light' | 'dark'; role?: OperatorRole } = {},
): Promise<Page> {
  const { role = 'administrator', ...looks } = options;
  made += 1;
  const email = `operator-${made}@guidepost.example`;
  const secret = newTotpSecret();
  const em = platform.orm.em.fork();
  const person = em.create(Person, {
    email,
    name: `Olga Operator ${made}`,
    emailConfirmedAt: new Date(),
    passwordHash: await createPasswords().hash(SANDBOX_PASSWORD),
    totpSecretEncrypted: await platform.cipher.encrypt(secret),
    totpConfirmedAt: new Date(),
  });
  await em.flush();
  await makeOperator(platform, person.id, role);
  const page = await visitor(looks);
  const headers = { origin: url };
  const post = async (path: string, data: object) =>
    expect(await (await page.request.post(`${url}${path}`, { data, headers })).json()).toMatchObject({
      code: 200,
    });
  await post('/api/account/sign-in', { email, password: SANDBOX_PASSWORD });
  await post('/api/account/second-factor', { totp: new TOTP({ secret }).generate() });
  return page;
}
