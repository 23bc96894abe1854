import { expect } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import type { VerificationForm } from '../../../domain/verification.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const FORM: VerificationForm = {
  legalName: 'Rota do Sol, Lda.',
  registrationNumber: 'PT 508.123.456',
  country: 'PT',
  taxId: 'PT508123456',
  street: 'Rua Augusta 12',
  postalCode: '1100-053',
  city: 'Lisboa',
  contactName: 'Ana Sousa',
  contactEmail: 'ana@rotadosol.example',
  contactPhone: '912 345 678',
};

export interface VerificationWorld {
  readonly api: TestApp;
  readonly console: TestConsole;
  readonly company: string;
  readonly owner: Browser;
  /** Another company's owner. */
  readonly stranger: Browser;
  readonly strangers: string;
  readonly operator: Browser;
  close(): Promise<void>;
}

export async function createVerificationWorld(): Promise<VerificationWorld> {
  const api = await createTestApp();
  const console = await createTestConsole(api);
  const company = await console.company({ kind: 'agency', sandboxKey: 'mk_sandbox_agency', name: 'Rota' });
  const strangers = await console.company({ kind: 'studio', sandboxKey: 'mk_sandbox_studio' });
  return {
    api,
    console,
    company,
    strangers,
    owner: await console.member(company, 'owner'),
    stranger: await console.member(strangers, 'owner'),
    operator: await console.operator('verification'),
    close: async () => {
      await console.close();
      await api.close();
    },
  };
}

export const pathOf = (company: string, rest = '') => `/api/${company}/console/verification${rest}`;

/** A body with one file, as browsers send it. */
export function upload(
  company: string,
  name: string,
  content: Buffer,
  type = 'application/pdf',
): InjectOptions {
  const boundary = '----guidepost';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return {
    method: 'POST',
    url: pathOf(company, '/documents'),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** `data` of an answer that has to be a success. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
export async function dataOf(browser: Browser, options: InjectOptions): Promise<any> {
  const answer = await browser.send(options);
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data;
}

/** A refusal in short: its status, and where and why. */
export async function refusalOf(browser: Browser, options: InjectOptions) {
  const answer = await browser.send(options);
  const { data } = answer.json();
  const details = (data.details ?? []) as { path: string; reason: string }[];
  return [answer.statusCode, ...details.map(({ path, reason }) => `${path} ${reason}`)];
}

/** Begins where nothing is begun, fills in, adds a document where there is none, and sends. @returns the submission. */
export async function submit(browser: Browser, company: string, changes: Partial<VerificationForm> = {}) {
  const draft = await dataOf(browser, { method: 'POST', url: pathOf(company, '/draft') });
  if (draft.documents.length === 0) await dataOf(browser, upload(company, 'register.pdf', PDF));
  const { version } = await dataOf(browser, {
    method: 'PUT',
    url: pathOf(company, '/draft'),
    payload: { version: draft.version, form: { ...FORM, ...changes } },
  });
  return await dataOf(browser, { method: 'POST', url: pathOf(company, '/send'), payload: { version } });
}
