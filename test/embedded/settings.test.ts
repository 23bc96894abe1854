import { describe, expect, test } from '@jest/globals';
import { showErrors } from '../../tools/embedded/application-log.ts';
import { reachableHost, readSettings } from '../../tools/embedded/settings.ts';

describe('what npm start takes from the environment', () => {
  test('without any, everything is its own and on loopback', () => {
    const settings = readSettings({ HOME: '/home/someone' });
    expect(settings).toMatchObject({ host: '127.0.0.1', port: undefined, databaseUrl: undefined });
    expect(settings.temporalAddress).toBeUndefined();
  });

  test('servers of one’s own are named by DATABASE_URL and TEMPORAL_ADDRESS', () => {
    const settings = readSettings({ DATABASE_URL: 'postgresql://db/x', TEMPORAL_ADDRESS: 'temporal:7233' });
    expect(settings).toMatchObject({ databaseUrl: 'postgresql://db/x', temporalAddress: 'temporal:7233' });
  });

  test('a wrong value is refused by its name before anything is started', () => {
    expect(() => readSettings({ PORT: 'http' })).toThrow(/^PORT must be/);
    expect(() => readSettings({ LOG_LEVEL: 'loud' })).toThrow(/^LOG_LEVEL must be/);
  });

  test.each([
    [{ SMTP_URL: 'mail.example:587' }, /^SMTP_URL must be/],
    [{ SMTP_URL: 'https://mail.example' }, /^SMTP_URL must be/],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must be/],
    [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM is not set$/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be one address/],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM must be one address/],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM must be one address/],
    [{ SMTP_URL: 'file://elsewhere/outbox' }, /^SMTP_URL of a folder must be/],
    [{ SMTP_URL: 'file:///outbox', NODE_ENV: 'production' }, /^SMTP_URL with a folder is for development/],
  ])('wrong settings of e-mail are refused, too: %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  test('mails are kept in its folder, unless there is a server for them, or production', () => {
    const smtp = { SMTP_URL: 'smtps://user:pass@mail.example:465', MAIL_FROM: 'Guidepost <a@b.example>' };
    expect([{}, smtp, { NODE_ENV: 'production' }].map((env) => readSettings(env).keepsMail)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a server that listens everywhere is reached on loopback', () => {
    expect(['0.0.0.0', '::', '::1', '127.0.0.1'].map(reachableHost)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '[::1]',
      '127.0.0.1',
    ]);
  });
});

describe('what of a service’s output is shown', () => {
  test('errors and crashes, each text once; no ordinary log line', () => {
    const shown: string[] = [];
    const onLine = showErrors('api', (line) => void shown.push(line));
    onLine('{"level":30,"msg":"request completed"}');
    onLine('{"level":50,"msg":"it broke","err":{"message":"no database"}}');
    onLine('{"level":50,"msg":"it broke","err":{"message":"no database"}}');
    onLine('SyntaxError: Unexpected token');
    expect(shown).toEqual(['api | it broke: no database', 'api | SyntaxError: Unexpected token']);
  });
});
