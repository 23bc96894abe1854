import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { TOTP } from 'otpauth';
import { sendDueMails } from '../../api/background/mailer.ts';
import { createPasswords } from '../../console/server/accounts/passwords.ts';
import { Person } from '../../db/entities/index.ts';
import type { OutgoingMail } from '../../mail/message.ts';
import type { TestApp } from './app.ts';
import { CONSOLE_URL } from './console-app.ts';

export const PASSWORD = 'grey herons over the Douro';
export const EMAIL = 'ines@agency.example';

/** A browser that keeps its cookie, as the console's pages use one. */
export interface Visitor {
  cookie: string | undefined;
  post(path: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  put(path: string, body: object): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
}

export function visitor(app: FastifyInstance, remoteAddress = '192.0.2.1'): Visitor {
  const send = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, extra = {}) => {
    const headers = {
      'sec-fetch-site': 'same-origin',
      origin: CONSOLE_URL,
      ...(own.cookie === undefined ? {} : { cookie: own.cookie }),
      ...extra,
    };
    const url = path.startsWith('/') ? path : `/api/account/${path}`;
    const answer = await app.inject({ method, url, remoteAddress, headers, ...(body && { payload: body }) });
    const [given] = answer.cookies;
    if (given !== undefined) own.cookie = given.value === '' ? undefined : `${given.name}=${given.value}`;
    return answer;
  };
  const own: Visitor = {
    cookie: undefined,
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body) => send('PUT', path, body),
    get: (path) => send('GET', path),
  };
  return own;
}

/** Sends what waits. @returns the mails, the oldest first. */
export async function takeMails({ orm }: Pick<TestApp, 'orm'>): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const mail = {
    send: async (one: OutgoingMail) => void sent.push(one),
    check: async () => {},
    close: () => {},
  };
  const onError = (error: unknown) => {
    throw error;
  };
  while (await sendDueMails({ orm, mail, onError }, new AbortController().signal));
  return sent.sort((a, b) => a.number - b.number);
}

/** The token of the link in a mail's text. */
export function tokenIn({ text }: Pick<OutgoingMail, 'text'>): string {
  return /#([\w-]{43})$/m.exec(text)![1]!;
}

/** Registers and opens the link. */
export async function register(test: TestApp, app: FastifyInstance, changes: object = {}): Promise<void> {
  const company = { name: 'Douro Trips', kind: 'agency', country: 'PT' };
  const account = { email: EMAIL, password: PASSWORD, name: 'Inês Sá', language: 'en', company };
  await visitor(app).post('register', { ...account, ...changes });
  const mails = await takeMails(test);
  await visitor(app).post('confirm-email', { token: tokenIn(mails.at(-1)!) });
}

/** The code that an authenticator app shows. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

/** Of PASSWORD: hashing takes a while. */
let hashed: Promise<string> | undefined;

/** Somebody with an account, without company or second factor. @returns the id. */
export async function addPerson({ orm }: TestApp, changes: Partial<Person> = {}): Promise<number> {
  hashed ??= createPasswords().hash(PASSWORD);
  const account = { email: EMAIL, name: 'Inês Sá', passwordHash: await hashed, emailConfirmedAt: new Date() };
  return await orm.em.fork().insert(Person, { ...account, ...changes });
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
