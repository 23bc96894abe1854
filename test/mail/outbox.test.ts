import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createOutboxReader, createOutboxTransport } from '../../lib/mail/outbox.ts';

const NEVER = new AbortController().signal;
const from = 'no-reply@guidepost.example';
const mail = (number: number, minute = 0) => ({
  to: 'operations@agency.example',
  subject: `Mail ${number}`,
  text: `Text of ${number}\n`,
  number,
  createdAt: new Date(Date.UTC(2026, 10, 22, 4, minute)),
});
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('mails are files that only their owner reads, listed with the newest first', async () => {
  const outbox = join(folder, 'made', 'by itself');
  const transport = createOutboxTransport({ outbox, from });
  await transport.check(NEVER);
  for (const one of [mail(9, 1), mail(10, 1), mail(2, 5)]) await transport.send(one, NEVER);
  const reader = createOutboxReader(outbox);
  const names = await reader.list();
  expect(names).toEqual(['20261122T040500000Z-2', '20261122T040100000Z-10', '20261122T040100000Z-9']);
  expect(await reader.read(names[0]!)).toMatch(/^Subject: Mail 2\n(.+\n)*\nText of 2\n$/m);
  expect(statSync(join(outbox, `${names[0]}.eml`)).mode & 0o077).toBe(0);
});

test('a mail that is sent twice is one file', async () => {
  const transport = createOutboxTransport({ outbox: folder, from });
  await transport.send(mail(1), NEVER);
  await transport.send(mail(1), NEVER);
  expect(readdirSync(folder)).toEqual(['20261122T040000000Z-1.eml']);
});

test('beyond its capacity the oldest go, and nothing else that is in the folder', async () => {
  const transport = createOutboxTransport({ outbox: folder, from, capacity: 2 });
  for (const number of [8, 9, 10, 11]) await transport.send(mail(number), NEVER);
  expect(await createOutboxReader(folder).list()).toEqual([
    '20261122T040000000Z-11',
    '20261122T040000000Z-10',
  ]);
});

test('no name leads out of the folder, and an outbox that is not there is empty', async () => {
  const reader = createOutboxReader(join(folder, 'absent'));
  expect(await reader.list()).toEqual([]);
  for (const name of ['../../etc/passwd', '20261122T040000000Z-1', '20261122T040000000Z-1.eml/..', ''])
    expect(await reader.read(name)).toBeUndefined();
});

test('a folder that cannot be made is told', async () => {
  writeFileSync(join(folder, 'file'), '');
  const transport = createOutboxTransport({ outbox: join(folder, 'file', 'outbox'), from });
  await expect(transport.check(NEVER)).rejects.toThrow('the mail was not sent: ENOTDIR');
  await expect(transport.send(mail(1), NEVER)).rejects.toThrow('the mail was not sent: ENOTDIR');
});
