import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '../../lib/config.ts';
import { SECRET_VARIABLES } from '../../lib/secret-files.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const GIVEN = { DATABASE_URL: 'postgresql://u:p@host/db', ENCRYPTION_KEY: KEY };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, content);
  return path;
}

function refusalOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('was taken');
}

describe('a secret in a file', () => {
  test('is taken as the variable would be, without the line break at its end', () => {
    const config = loadConfig({
      DATABASE_URL_FILE: file(`${GIVEN.DATABASE_URL}\n`),
      ENCRYPTION_KEY_FILE: file(`${KEY}\r\n`),
      ENCRYPTION_KEYS_ACCEPTED_FILE: file(`${KEY},${KEY}\n`),
      SMTP_URL_FILE: file('smtps://u:p@mail.example:465\n'),
      MAIL_FROM: 'Guidepost <a@example.com>',
    });
    expect(config.databaseUrl).toBe(GIVEN.DATABASE_URL);
    expect(config.encryptionKey.toString('base64')).toBe(KEY);
    expect(config.encryptionKeysAccepted).toHaveLength(2);
    expect(config.mail).toMatchObject({ smtpUrl: 'smtps://u:p@mail.example:465' });
  });

  test('that is empty is not set', () => {
    expect(loadConfig({ ...GIVEN, REDIS_URL_FILE: file('\n') }).redisUrl).toBeUndefined();
    expect(refusalOf({ ...GIVEN, ENCRYPTION_KEY: '', ENCRYPTION_KEY_FILE: file('') })).toBe(
      'ENCRYPTION_KEY is not set',
    );
  });

  test.each(SECRET_VARIABLES)(
    '%s: set twice, or not there, it is refused by name and without what is in it',
    (name) => {
      const both = { ...GIVEN, [name]: 'once', [`${name}_FILE`]: file('again') };
      expect(refusalOf(both)).toBe(`${name} and ${name}_FILE exclude each other: set one`);
      const missing = join(folder, 'nowhere');
      expect(refusalOf({ ...GIVEN, [name]: '', [`${name}_FILE`]: missing })).toBe(
        `${name}_FILE names a file that can't be read (ENOENT)`,
      );
    },
  );

  test('a value that is wrong is refused as the variable is, and not repeated', () => {
    const said = refusalOf({ DATABASE_URL: 'postgresql://x', ENCRYPTION_KEY_FILE: file('hunter2') });
    expect(said).toContain('ENCRYPTION_KEY must be 32 bytes');
    expect(said).not.toContain('hunter2');
  });
});
