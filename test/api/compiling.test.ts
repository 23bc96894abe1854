import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pino from 'pino';
import { createFrame } from '../../lib/http/frame.ts';
import { registerValidation } from '../../lib/http/plugins/validation.ts';
import { BASE_URL } from '../support/app.ts';
import { createTestConsole } from '../support/console/console-app.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';

/** What a server does before it listens; other tests compile only what they need. */
let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform({ settlements: true });
});
afterAll(() => platform.close());

test('every schema of the API and of the console can be compiled', async () => {
  platform.app.compileSchemas();
  const site = await createTestConsole(platform, {
    ...platform.processing,
    temporal: platform.temporal.client,
  });
  try {
    site.app.compileSchemas();
  } finally {
    await site.close();
  }
});

test.each([
  ['an answer', { response: { 200: { type: 'nonsense' } } }],
  ['a request', { body: { type: 'nonsense' } }],
])('a schema of %s that cannot be compiled is found before a server listens', async (_name, schema) => {
  const app = createFrame(pino({ level: 'silent' }), BASE_URL, undefined);
  registerValidation(app);
  app.post('/', { schema }, async () => ({}));
  await app.ready();
  expect(() => app.compileSchemas()).toThrow(/nonsense|type/);
  await app.close();
});
