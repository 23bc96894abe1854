/**
 * The short form of `npm run faults`: the same run, seed and checks, with few faults (docs/reliability.md). Takes a minute: a whole platform
 * starts, every kind of fault strikes once for as long as it lasts, and everything that waits then is waited for.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { runFaults } from './index.ts';
import { describe } from './report.ts';

const LIMIT_MS = 600_000;

beforeAll(quietTemporal);

test(
  'nothing that merchants were answered is lost while parts are killed, frozen and restarted',
  async () => {
    const result = await runFaults({
      seed: 1,
      minutes: 0,
      rounds: 1,
      clients: 4,
      pauseMs: [300, 1_800],
      lastsMs: [300, 3_000],
      drainMinutes: 5,
      say: () => {},
    });
    if (result.violations.length > 0) throw new Error(describe(result));
    expect([...result.faults.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(23);
    expect(result.journal.creates.some(({ outcome }) => outcome.kind === 'acknowledged')).toBe(true);
  },
  LIMIT_MS,
);
