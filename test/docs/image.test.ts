import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestApp, ENCRYPTION_KEY, type TestApp, tokenRequest } from '../support/app.ts';
import { createImageFolder, type ImageFolder } from '../support/documents/image.ts';

/** Without Docker: the very files and packages of the image, and the commands that docker-compose.yml runs in it. */
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const compose = read('docker-compose.yml');
const ENTRIES = [
  ...new Set([...compose.matchAll(/(?:command|entrypoint): \[node, (\S+\.ts)\]/g)].map(([, path]) => path!)),
];
let image: ImageFolder;
let api: TestApp;
const secrets = mkdtempSync(join(tmpdir(), 'guidepost-secrets-'));

beforeAll(async () => {
  image = createImageFolder();
  api = await createTestApp();
});
afterAll(async () => {
  image.remove();
  rmSync(secrets, { recursive: true });
  await api.close();
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** In the image's folder, with this environment and no other. */
function run(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { cwd: image.path, env: { PATH: process.env.PATH, NO_COLOR: '1', ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('nothing but what runs is in the image', () => {
  const tops = new Set(image.files.map((file) => file.split('/')[0]));
  expect([...tops].filter((top) => /^\.|test|docs/.test(top!))).toEqual([]);
  const developers = image.files.filter((file) => /^(tools\/(?!replay\/)|packages\/)/.test(file));
  expect(developers.toSorted()).toEqual(['packages/cli/package.json', 'packages/sdk/package.json']);
  expect(ENTRIES).toEqual(
    expect.arrayContaining(['api/server.ts', 'activities/worker.ts', 'db/migrate.ts', 'admin/index.ts']),
  );
});

test.each(ENTRIES.filter((entry) => entry !== 'admin/index.ts'))(
  '%s finds everything that it imports, and asks for its configuration',
  async (entry) => {
    const { code, stderr } = await run(process.execPath, [entry]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL is not set')]);
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  },
);

test('admin/index.ts explains itself', async () => {
  const { code, stdout, stderr } = await run(process.execPath, ['admin/index.ts', '--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('register');
});

test('tools/replay/index.ts explains itself', async () => {
  const { code, stdout, stderr } = await run(process.execPath, ['tools/replay/index.ts', '--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('--open');
});

test('the workflows can be bundled', async () => {
  const script = `import { bundleWorkflows } from './activities/workers.ts';
    const { code } = await bundleWorkflows(); console.log(code.length > 100_000);`;
  const args = ['--input-type=module', '-e', script];
  expect((await run(process.execPath, args)).stdout.trim().split('\n').at(-1)).toBe('true');
});

/** As docker-compose.yml hands secrets over. */
function file(name: string, content: string): string {
  const path = join(secrets, name);
  writeFileSync(path, `${content}\n`);
  return path;
}

test('the documented commands register the first merchant of a compose installation', async () => {
  const page = read('docs/operations.md').split('The first merchant of a compose installation')[1] ?? '';
  const commands = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(commands).toContain('docker compose run --rm -T admin register');
  const entrypoint = /\n {2}admin:\n[\s\S]*?entrypoint: \[node, (\S+)\]/.exec(compose)?.[1] ?? '';
  // `docker compose run --rm -T admin ARGUMENTS`, as a process in the same files.
  const docker = `docker() { shift 5; '${process.execPath}' '${join(image.path, entrypoint)}' "$@"; }`;
  const { code, stdout, stderr } = await run('sh', ['-euc', `${docker}\n${commands}`], {
    DATABASE_URL_FILE: file('database-url', api.databaseUrl),
    ENCRYPTION_KEY_FILE: file('encryption-key', ENCRYPTION_KEY.toString('base64')),
  });
  expect([code, stderr]).toEqual([0, '']);
  const { client_id: clientId = '', client_secret: clientSecret = '' } = Object.fromEntries(
    stdout.split('\n').map((line) => line.split(': ')),
  );
  expect((await api.app.inject(tokenRequest({ clientId, clientSecret }))).statusCode).toBe(200);
});
