import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { TOTP } from 'otpauth';
import { Person } from '../../../db/entities/index.ts';
import { mailJobs } from '../../../jobs/mailer.ts';
import { runJobs } from '../../../jobs/runner.ts';
import type { OutgoingMail } from '../../../lib/mail/message.ts';
import { createPasswords } from '../../../services/accounts/passwords.ts';
import type { TestApp } from '../app.ts';
import { CONSOLE_URL } from './console-app.ts';

export const PASSWORD = 'grey herons over the Douro';
export const EMAIL = 'ines@agency.example';

/** A browser that keeps its cookies, as the console's pages use one. */
export interface Visitor {
  /** Of its session. */
  cookie: string | undefined;
  /** By which it is known. */
  device: string | undefined;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  put(path: string, body: object): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
}

/** Each at an address of its own, so that none uses up what another one may ask for. */
let visitors = 0;

export function visitor(app: FastifyInstance, remoteAddress = `192.0.2.${(visitors++ % 250) + 1}`): Visitor {
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, extra = {}) => {
    const cookie = [own.cookie, own.device].filter((one) => one !== undefined).join('; ');
    const headers = {
      'sec-fetch-site': 'same-origin',
      origin: CONSOLE_URL,
      ...(cookie === '' ? {} : { cookie }),
      ...extra,
    };
    const url = path.startsWith('/') ? path : `/api/account/${path}`;
    const answer = await app.inject({ method, url, remoteAddress, headers, ...(body && { payload: body }) });
    for (const { name, value } of answer.cookies) {
      const kept = name.endsWith('-device') ? 'device' : 'cookie';
      own[kept] = value === '' ? undefined : `${name}=${value}`;
    }
    return answer;
  };
  const own: Visitor = {
    cookie: undefined,
    device: undefined,
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    get: (path) => send('GET', path),
  };
  return own;
}

/**
 * Sends what waits. @returns the mails, the oldest first; without those about a browser that was not known, of which each first
 * sign-in of a test has one, unless they are asked for.
 */
export async function takeMails(
  { orm }: Pick<TestApp, 'orm'>,
  { ofDevices = false } = {},
): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const mail = {
    send: async (one: OutgoingMail) => void sent.push(one),
    check: async () => {},
    close: () => {},
  };
  // No mails come in.
  const addresses = { returned: () => '' };
  const onError = (error: unknown) => {
    throw error;
  };
  while (await runJobs({ orm, onError }, 'mail', mailJobs({ orm, mail, addresses, onError })));
  const notified = sent.filter(({ subject }) => ofDevices || subject !== NEW_DEVICE);
  return notified.sort((a, b) => a.number - b.number);
}

export const NEW_DEVICE = 'New sign-in to your account';

/** The token of the link in a mail's text. */
export function tokenIn({ text }: Pick<OutgoingMail, 'text'>): string {
  return /#([\w-]{43})$/m.exec(text)![1]!;
}

/** Registers and opens the link. */
export async function register(test: TestApp, app: FastifyInstance, changes: object = {}): Promise<void> {
  const company = { name: 'Douro Trips', kind: 'agency', country: 'PT' };
  const { email, ...account } = { email: EMAIL, name: 'Inês Sá', language: 'en', company, ...changes };
  await visitor(app).post('register', { email, ...account });
  const token = tokenIn((await takeMails(test)).at(-1)!);
  await visitor(app).post('confirm-email', { token, password: PASSWORD, ...account });
}

/** The code that an authenticator app shows. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

/** Of PASSWORD: hashing takes a while. */
let hashed: Promise<string> | undefined;

/** Somebody with an account, without company or second factor. @returns the id. */
export async function addPerson({ unbounded }: TestApp, changes: Partial<Person> = {}): Promise<number> {
  hashed ??= createPasswords().hash(PASSWORD);
  const account = { email: EMAIL, name: 'Inês Sá', passwordHash: await hashed, emailConfirmedAt: new Date() };
  return await unbounded.em.fork().insert(Person, { ...account, ...changes });
}

/** A browser in which somebody without second factor is signed in. */
export async function signIn(
  app: FastifyInstance,
  email = EMAIL,
  password = PASSWORD,
  address?: string,
): Promise<Visitor> {
  const browser = visitor(app, address);
  await browser.post('sign-in', { email, password });
  return browser;
}

/** Signs in and sets up an authenticator app. */
export async function setUpTotp(test: TestApp, app: FastifyInstance, email = EMAIL) {
  const browser = await signIn(app, email);
  const { secret } = (await browser.post('totp/begin')).json().data as { secret: string };
  const confirmed = await browser.post('totp/confirm', { code: totpCode(secret, test.clock.now) });
  const { recoveryCodes } = confirmed.json().data as { recoveryCodes: string[] };
  return { browser, secret, recoveryCodes };
}
