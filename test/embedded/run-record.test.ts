import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openDataFolder } from '../../tools/embedded/data-folder.ts';
import { createRunRecord } from '../../tools/embedded/run-record.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a full disk does not stop a service from being started again; what runs is noted when there is room', async () => {
  let isFull = true;
  let noted: ReadonlyMap<string, number> = new Map();
  const lock = {
    release: () => {},
    note: (pids: ReadonlyMap<string, number>) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      noted = new Map(pids);
    },
  };
  const record = createRunRecord(openDataFolder(folder, folder), lock);
  record.onChange('api', undefined);
  record.onChange('api', process.pid);
  expect(noted.size).toBe(0);
  isFull = false;
  await until(async () => noted.get('api') === process.pid);
  record.retire();
});
