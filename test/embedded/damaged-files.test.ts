import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { encryptionKey, openDataFolder } from '../../tools/embedded/data-folder.ts';
import { cacheFolder } from '../../tools/embedded/os/cache-folder.ts';
import { createSupervisor } from '../../tools/embedded/supervisor/index.ts';
import { locateTemporalProgram } from '../../tools/embedded/temporal/program.ts';
import { startTemporalServer } from '../../tools/embedded/temporal/server.ts';
import { buildWorkflowBundle } from '../../tools/embedded/temporal/workflow-bundle.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const folder = mkdtempSync(join(tmpdir(), 'guidepost-damaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a workflow bundle that was cut in half is made again; a whole one is kept', async () => {
  const path = await buildWorkflowBundle(CHECKOUT, folder);
  const whole = readFileSync(path, 'utf8');
  // Where anything follows, the SDK takes it for a part of the map, and a third of all bundles can't be loaded.
  expect(whole).toMatch(/base64,[\w+/=]+$/);
  truncateSync(path, Math.floor(statSync(path).size / 2));
  expect(await buildWorkflowBundle(CHECKOUT, folder)).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe(whole);
  const made = statSync(path).mtimeMs;
  await buildWorkflowBundle(CHECKOUT, folder);
  expect(statSync(path).mtimeMs).toBe(made);
});

test('an encryption key that was cut in half is refused by its name, and left as it is', () => {
  const data = openDataFolder(CHECKOUT, folder);
  const path = join(folder, 'encryption.key');
  const half = encryptionKey(data).slice(0, 22);
  writeFileSync(path, half);
  expect(() => encryptionKey(data)).toThrow(`${path} is damaged`);
  expect(readFileSync(path, 'utf8')).toBe(half);
});

test('a damaged file of Temporal’s is named where the server does not start', async () => {
  const say = () => {};
  const dbFile = join(folder, 'temporal.db');
  writeFileSync(dbFile, 'half of something');
  const program = await locateTemporalProgram({ cacheDir: cacheFolder(process.env), say, env: process.env });
  const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
  const started = startTemporalServer({ program, supervisor, searchAttributes: {}, dbFile });
  await expect(started).rejects.toThrow(dbFile);
  await supervisor.stop();
  expect(readFileSync(dbFile, 'utf8')).toBe('half of something');
});
