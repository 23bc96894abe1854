import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { AlreadyRunningError, takeRunLock } from '../../../tools/embedded/supervisor/run-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const silent = () => {};

describe('the lock on a data folder', () => {
  test('a second taker is refused until the first lets go', async () => {
    const path = join(folder, 'one.json');
    const lock = await takeRunLock(path, silent);
    await expect(takeRunLock(path, silent)).rejects.toThrow(AlreadyRunningError);
    lock.release();
    (await takeRunLock(path, silent)).release();
  });

  test('the lock of a process that is gone is taken over, though its id was given out again', async () => {
    const path = join(folder, 'two.json');
    writeFileSync(
      path,
      JSON.stringify({ supervisor: { pid: process.pid, started: 'long ago' }, services: [] }),
    );
    (await takeRunLock(path, silent)).release();
  });

  test('a damaged lock is taken over, and nothing is left lying about', async () => {
    const path = join(folder, 'three.json');
    writeFileSync(path, '{"superv');
    (await takeRunLock(path, silent)).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
