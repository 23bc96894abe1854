import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { CONSOLE_URL, createTestConsole, type TestConsole } from '../support/console/console-app.ts';

let api: TestApp;
let site: TestConsole;
beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const DAY_MS = 86_400_000;

/** RFC 9116 §2: fields by name; a line without one is no field. */
async function read(app: FastifyInstance) {
  const answer = await app.inject('/.well-known/security.txt');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(answer.body.endsWith('\n')).toBe(true);
  return Object.fromEntries(
    answer.body
      .trimEnd()
      .split('\n')
      .map((line) => /^([A-Z][\w-]+): (\S+)$/.exec(line)!.slice(1)),
  );
}

test('API and console say whom to write to about a weakness, each for its own address', async () => {
  const fields = {
    Contact: expect.stringMatching(/^https:\/\//),
    Expires: expect.any(String),
    'Preferred-Languages': 'en',
    Policy: `${BASE_URL}/docs/reporting`,
  };
  const ours = '/.well-known/security.txt';
  expect(await read(api.app)).toEqual({ ...fields, Canonical: `${BASE_URL}${ours}` });
  expect(await read(site.app)).toEqual({ ...fields, Canonical: `${CONSOLE_URL}${ours}` });
});

test('it never expires, however long a process runs, and for less than a year ahead', async () => {
  for (const years of [0, 3]) {
    const now = new Date(api.clock.now.getTime() + years * 365 * DAY_MS);
    api.clock.now = now;
    const days = (Date.parse((await read(api.app)).Expires!) - now.getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  }
});
