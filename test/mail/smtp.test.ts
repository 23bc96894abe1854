import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMailTransport } from '../../lib/mail/transport.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';

const NEVER = new AbortController().signal;
const MAIL = {
  to: 'operations@agency.example',
  subject: 'Your callback endpoint EP1001 is paused',
  text: 'It is paused.\n.\nA dot by itself ends nothing.\n',
  number: 17,
  createdAt: new Date('2026-11-22T04:15:30.123Z'),
};
const FROM = 'Guidepost <no-reply@guidepost.example>';
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test('a mail arrives with its words, at its recipient, under an id that stays the same', async () => {
  const smtp = createMailTransport({ smtpUrl: server.url, from: FROM });
  await smtp.check(NEVER);
  await smtp.send(MAIL, NEVER);
  await smtp.send(MAIL, NEVER);
  smtp.close();
  const [first, second] = server.received;
  expect(first!.to).toEqual(['operations@agency.example']);
  expect(first!.message).toContain('A dot by itself ends nothing.');
  expect(first!.message).toMatch(/^From: Guidepost <no-reply@guidepost\.example>\r$/m);
  expect(first!.message).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const id = /^Message-ID: (.*)\r$/m;
  expect(id.exec(first!.message)![1]).toBe('<20261122T041530123Z-17@guidepost.example>');
  expect(id.exec(second!.message)![1]).toBe(id.exec(first!.message)![1]);
});

test('what the server refuses is told by codes, without the address', async () => {
  server.refusal = 550;
  const smtp = createMailTransport({ smtpUrl: server.url, from: FROM });
  const failure = await smtp.send(MAIL, NEVER).catch((error: Error) => error);
  expect(failure).toMatchObject({ name: 'MailNotSent', message: 'the mail was not sent: EENVELOPE 550' });
  expect(JSON.stringify([failure, String(failure)])).not.toContain('agency.example');
  expect((failure as Error).cause).toBeUndefined();
  server.refusal = undefined;
});

test('a wrong password, and a server that is not there, are told before the first mail', async () => {
  const wrong = createMailTransport({ smtpUrl: server.url.replace('pass@', 'wrong@'), from: FROM });
  await expect(wrong.check(NEVER)).rejects.toThrow('EAUTH 535');
  const absent = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', from: FROM });
  await expect(absent.check(NEVER)).rejects.toThrow('ESOCKET');
});

test('who waits for a server that hangs gives up when the process stops', async () => {
  const stopping = new AbortController();
  const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
  server.onMessage = () => {
    stopping.abort();
    return hangs;
  };
  const smtp = createMailTransport({ smtpUrl: server.url, from: FROM });
  await expect(smtp.send(MAIL, stopping.signal)).rejects.toThrow('the mail was not sent: AbortError');
  server.onMessage = async () => undefined;
  release();
});
