/** What docs/notifications.md shows is what these files are, and they are run for real where their tool exists. */
import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newSigningSecret, publicKeyOf } from '../../lib/callbacks/keys.ts';
import { signedHeaders } from '../../lib/callbacks/signature.ts';
import {
  COMPILE_MS,
  DOCS,
  isHere,
  runSnippet,
  type SnippetServer,
  serveSnippet,
  snippetsOf,
} from './snippets.ts';

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
  describeHere(`the receiver in ${snippet.language}`, () => {
    let folder: string;
    let receiver: SnippetServer | undefined;
    const source = join(DOCS, 'snippets', snippet.file);
    const start = (environment: Record<string, string>) =>
      serveSnippet((port) => (snippet.serve ?? snippet.run)(source, folder, port), environment);
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'guidepost-snippet-'));
      const [program, ...args] = snippet.build?.(source, folder) ?? [];
      if (program !== undefined) execFileSync(program, args, { stdio: 'pipe' });
      receiver = await start({ CALLBACK_SECRET: secret });
    }, COMPILE_MS);
    afterAll(() => {
      receiver?.end();
      rmSync(folder, { recursive: true });
    });

    const verdict = (headers: Record<string, string>, text = body) => judge(receiver, headers, text);

    test('accepts what we send, with the secret of a rotation on either side, too', async () => {
      expect(await verdict(signed([secret]))).toBe('valid');
      expect(await verdict(signed([newSecret(), secret]))).toBe('valid');
      expect(await verdict(signed([secret, newSecret()]))).toBe('valid');
    });

    test('accepts names of headers in any case', async () => {
      const shouted = Object.entries(signed([secret])).map(([name, value]) => [name.toUpperCase(), value]);
      expect(await verdict(Object.fromEntries(shouted))).toBe('valid');
    });

    test('refuses another body, id, secret or time, and what is not signed', async () => {
      expect(await verdict(signed([secret]), `${body} `)).toBe('invalid');
      expect(await verdict({ ...signed([secret]), 'webhook-id': 'NTF123-2' })).toBe('invalid');
      expect(await verdict(signed([newSecret()]))).toBe('invalid');
      expect(await verdict(signed([secret], new Date(Date.now() - 400_000)))).toBe('invalid');
      expect(await verdict({ ...signed([secret]), 'webhook-timestamp': 'soon' })).toBe('invalid');
      expect(await verdict({ ...signed([secret]), 'webhook-signature': 'v1,' })).toBe('invalid');
      expect(await verdict({})).toBe('invalid');
    });

    test.each([
      ['no secret', undefined, ''],
      ['an empty secret', '', ''],
      ['a secret without a key', 'whsec_', ''],
      ['a short key', 'whsec_c2hvcnQ=', 'c2hvcnQ='],
      ['a secret without its prefix', secret.slice('whsec_'.length), secret.slice('whsec_'.length)],
    ])('with %s acknowledges nothing, whatever it is signed with', async (_, given, key) => {
      const careless = await start(given === undefined ? {} : { CALLBACK_SECRET: given });
      try {
        // What does not start accepts nothing.
        for (const signature of [forged(key), forged('')])
          expect(careless && (await judge(careless, signature, body))).not.toBe('valid');
      } finally {
        careless?.end();
      }
    });
  });
}

describe('the receiver in PHP below CGI', () => {
  const testHere = isHere(['php-cgi', '--version']) ? test : test.skip;
  const file = join(DOCS, 'snippets', 'verify.php');
  const ask = (headers: Record<string, string>, given: string) => {
    const variables = Object.entries(headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]);
    const request = {
      ...{ REDIRECT_STATUS: '1', REQUEST_METHOD: 'POST', SCRIPT_FILENAME: file, CALLBACK_SECRET: given },
      ...{ CONTENT_TYPE: 'application/json', CONTENT_LENGTH: `${Buffer.byteLength(body)}` },
      ...Object.fromEntries(variables),
    };
    return runSnippet(['php-cgi'], [], request, body).catch((error: Error) => error.message);
  };

  testHere('accepts what we send, and nothing forged', async () => {
    expect(await ask(signed([secret]), secret)).toContain('{"code":200}');
    expect(await ask(signed([newSecret()]), secret)).toContain('{"code":400}');
    expect(await ask(forged(''), '')).not.toContain('"code":200');
  });
});

/** `valid` where it is acknowledged as the platform understands it. */
async function judge(server: SnippetServer | undefined, headers: Record<string, string>, text: string) {
  if (server === undefined) throw new Error('the receiver did not start');
  const answer = await fetch(server.url, { method: 'POST', headers, body: text });
  const { code } = await answer.json().catch(() => ({}));
  return answer.ok && code === 200 ? 'valid' : 'invalid';
}

/** Signed with a key that everybody knows. */
function forged(key: string): Record<string, string> {
  const timestamp = `${Math.floor(Date.now() / 1_000)}`;
  const mac = createHmac('sha256', Buffer.from(key, 'base64'));
  const signature = mac.update(`NTF123-1.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': 'NTF123-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
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
  environment: Record<string, string>,
): Promise<string> {
  const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name] ?? '');
  return runSnippet(command, given, environment, text);
}
