/** What docs/notifications.md shows is what these files are, and they are run for real where their tool exists. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newSigningSecret, publicKeyOf } from '../../callbacks/keys.ts';
import { signedHeaders } from '../../callbacks/signature.ts';
import { COMPILE_MS, DOCS, isHere, runSnippet, snippetsOf } from './snippets.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const body = '{"notificationId":"NTF123-1","note":"日本語"}';

const SNIPPETS = snippetsOf('verify');

test.each(SNIPPETS)('the page shows $file as it is', ({ file }) => {
  const page = readFileSync(join(DOCS, 'notifications.md'), 'utf8');
  expect(page).toContain(readFileSync(join(DOCS, 'snippets', file), 'utf8').trim());
});

for (const snippet of SNIPPETS) {
  const describeHere = isHere(snippet.tool) ? describe : describe.skip;
  describeHere(`the check in ${snippet.language}`, () => {
    let folder: string;
    const source = join(DOCS, 'snippets', snippet.file);
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'guidepost-snippet-'));
      const [program, ...args] = snippet.build?.(source, folder) ?? [];
      if (program !== undefined) execFileSync(program, args, { stdio: 'pipe' });
    }, COMPILE_MS);
    afterAll(() => rmSync(folder, { recursive: true }));

    const verdict = (headers: Record<string, string>, text = body) =>
      run(snippet.run(source, folder), headers, text);

    test('accepts what we send, with the secret of a rotation on either side, too', async () => {
      expect(await verdict(signed([secret]))).toBe('valid');
      expect(await verdict(signed([newSecret(), secret]))).toBe('valid');
      expect(await verdict(signed([secret, newSecret()]))).toBe('valid');
    });

    test('refuses another body, id, secret or time', async () => {
      expect(await verdict(signed([secret]), `${body} `)).toBe('invalid');
      expect(await verdict({ ...signed([secret]), 'webhook-id': 'NTF123-2' })).toBe('invalid');
      expect(await verdict(signed([newSecret()]))).toBe('invalid');
      expect(await verdict(signed([secret], new Date(Date.now() - 400_000)))).toBe('invalid');
      expect(await verdict({ ...signed([secret]), 'webhook-timestamp': 'soon' })).toBe('invalid');
      expect(await verdict({ ...signed([secret]), 'webhook-signature': 'v1,' })).toBe('invalid');
    });
  });
}

describe('the check of a key pair in TypeScript', () => {
  const file = join(DOCS, 'snippets', 'verify-v1a.ts');
  const key = newSigningSecret('v1a');
  const environment = { CALLBACK_PUBLIC_KEY: publicKeyOf(key) };
  const verdict = (headers: Record<string, string>, text = body) =>
    run(['node', file], headers, text, environment);

  test('is shown as it is', () => {
    const page = readFileSync(join(DOCS, 'notifications.md'), 'utf8');
    expect(page).toContain(readFileSync(file, 'utf8').trim());
  });

  test('accepts what we send, also during a rotation', async () => {
    expect(await verdict(signed([key]))).toBe('valid');
    expect(await verdict(signed([newSigningSecret('v1a'), key]))).toBe('valid');
    expect(await verdict(signed([key, secret]))).toBe('valid');
  });

  test('refuses another body, id, key or time, and a signature of the other kind', async () => {
    expect(await verdict(signed([key]), `${body} `)).toBe('invalid');
    expect(await verdict({ ...signed([key]), 'webhook-id': 'NTF123-2' })).toBe('invalid');
    expect(await verdict(signed([newSigningSecret('v1a')]))).toBe('invalid');
    expect(await verdict(signed([key], new Date(Date.now() - 400_000)))).toBe('invalid');
    expect(await verdict(signed([secret]))).toBe('invalid');
    expect(await verdict({ ...signed([key]), 'webhook-signature': 'v1a,' })).toBe('invalid');
  });
});

function signed(secrets: readonly string[], sentAt = new Date()): Record<string, string> {
  return signedHeaders({ id: 'NTF123-1', body, sentAt, secrets });
}

function run(
  command: readonly string[],
  headers: Record<string, string>,
  text: string,
  environment: Record<string, string> = { CALLBACK_SECRET: secret },
): Promise<string> {
  const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name] ?? '');
  return runSnippet(command, given, environment, text);
}
