import { afterAll, describe, expect, test } from '@jest/globals';
import { localKeys } from '../../packages/cli/src/config/local-keys.ts';
import { createKit } from '../../packages/cli/src/contract/kit.ts';
import { type Report, reportOf } from '../../packages/cli/src/contract/report.ts';
import { runContract } from '../../packages/cli/src/contract/run.ts';
import {
  acceptsAnySignature,
  answersOk,
  crashesOnUnknownMembers,
  good,
  goodByKeyPair,
  type Handler,
  ignoresTimestamp,
  isSlow,
  parsesBeforeVerifying,
  startMerchant,
  trickles,
} from './receivers.ts';
import { type CliResult, createCli } from './run-cli.ts';

const { cli, folder, remove } = createCli();
afterAll(remove);
const keys = localKeys({ GUIDEPOST_CONFIG_DIR: folder });

async function tryOut(handler: Handler, args: string[] = [], secret = keys.secret): Promise<CliResult> {
  await using merchant = await startMerchant(handler, secret);
  return await cli(['test', merchant.url, ...args]);
}
const reportOn = async (handler: Handler): Promise<Report> =>
  JSON.parse((await tryOut(handler, ['--json'])).stdout);
const findingsOf = ({ findings }: Report) => findings.map(({ finding }) => finding);
const failedOf = ({ cases }: Report) =>
  cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

describe('a good receiver', () => {
  test('passes everything, and the program ends with 0', async () => {
    const { code, stdout } = await tryOut(good);
    expect(stdout).toMatch(/✓ a good notification is acknowledged/);
    expect(stdout).not.toMatch(/[✗!]/);
    expect(stdout).toMatch(/ 0 failed$/m);
    expect(code).toBe(0);
  });

  test('of key pairs passes, too', async () => {
    const { code, stdout } = await tryOut(goodByKeyPair, ['--scheme', 'v1a', '--json'], keys.publicKey);
    expect(findingsOf(JSON.parse(stdout))).toEqual([]);
    expect(code).toBe(0);
  });

  test('that has another secret is told so, and nothing else is tried', async () => {
    const { code, stdout } = await tryOut(good, [], 'whsec_b3RoZXI=');
    expect(code).toBe(1);
    expect(stdout).toContain('Refuses a good notification');
    expect(stdout).toContain('guidepost listen --print-secret');
    expect(stdout).toMatch(/0 passed, 1 failed, \d+ skipped/);
  });

  test('is signed for with the secret that the environment names', async () => {
    const secret = 'whsec_dGhlIHNlY3JldCBvZiBzdGFnaW5n';
    await using merchant = await startMerchant(good, secret);
    const { code, stdout, stderr } = await cli(['test', merchant.url], {
      env: { GUIDEPOST_CALLBACK_SECRET: secret },
    });
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(secret);
  });
});

describe('a broken receiver is named:', () => {
  test('it accepts any signature', async () => {
    const report = await reportOn(acceptsAnySignature);
    expect(report.ok).toBe(false);
    expect(report.findings[0]).toMatchObject({
      finding: 'accepts_any_signature',
      evidence: { expected: 'refused', status: 200 },
    });
    expect(findingsOf(report)).toEqual(['accepts_any_signature', 'ignores_timestamp']);
  });

  test('it checks no timestamp', async () => {
    const report = await reportOn(ignoresTimestamp);
    expect(findingsOf(report)).toEqual(['ignores_timestamp']);
    expect(failedOf(report)).toEqual(['stale', 'future']);
  });

  test('it answers {"ok":true}', async () => {
    const report = await reportOn(answersOk);
    expect(findingsOf(report)).toEqual(['good_not_acknowledged']);
    expect(report.findings[0]!.evidence).toMatchObject({
      status: 200,
      remark: expect.stringContaining('`code`'),
    });
    // The rest is tried all the same.
    expect(report.skipped).toBe(0);
  });

  test('it crashes on unknown members', async () => {
    const report = await reportOn(crashesOnUnknownMembers);
    expect(findingsOf(report)).toContain('refuses_unknown_members');
    expect(failedOf(report)).toContain('unknown-members');
  });

  test('it is slow', async () => {
    await using merchant = await startMerchant(isSlow, keys.secret);
    const { results } = await runContract(new URL(merchant.url), createKit(keys, 'v1'), {
      limits: { connectMs: 5_000, totalMs: 20 },
    });
    expect(results[0]).toMatchObject({ finding: 'good_not_acknowledged', outcome: 'failed' });
    expect(results[0]!.exchanges[0]!.answer.error).toBe('timeout');
    expect(results.slice(1).every(({ outcome }) => outcome === 'skipped')).toBe(true);
  });

  test('it answers so slowly that the time is over: the rest is skipped, and that is no success', async () => {
    await using merchant = await startMerchant(good, keys.secret);
    const run = await runContract(new URL(merchant.url), createKit(keys, 'v1'), { budgetMs: 0 });
    const report = reportOf({ ...run, url: merchant.url, scheme: 'v1', docsUrl: '' });
    expect(report).toMatchObject({
      ok: false,
      passed: 1,
      failed: 0,
      lostAfter: null,
      outOfTimeAfter: 'good',
    });
    expect(report.skipped).toBe(report.cases.length - 1);
  });

  test('it sends its answer byte by byte, for ever', async () => {
    await using merchant = await startMerchant(trickles, keys.secret);
    const { results } = await runContract(new URL(merchant.url), createKit(keys, 'v1'), {
      limits: { connectMs: 5_000, totalMs: 300 },
    });
    expect(results[0]!.exchanges[0]!.answer.error).toBe('timeout');
  });

  test('it parses before it verifies', async () => {
    const report = await reportOn(parsesBeforeVerifying);
    expect(findingsOf(report)).toEqual(['parses_before_verifying', 'crashes_on_forgery']);
    expect(failedOf(report)).toEqual(['raw-bytes']);
  });
});
