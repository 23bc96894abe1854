import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EXITS } from '../../admin/exit-codes.ts';
import { operatorAt } from '../../admin/operator-name.ts';
import { commandsOf, createProgram } from '../../admin/program.ts';
import { AuditEntry, Job } from '../../db/entities/index.ts';
import { openInstallation } from '../../db/installation.ts';
import { claimNamespace } from '../../lib/operations/temporal-identity.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { startAdmin } from '../support/platform/admin.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';

/** What holds for all of the operators' commands. Nobody works in this platform's Temporal. */
const AGENCY = 'mk_sandbox_agency';
const STUDIO = 'mk_sandbox_studio';
let api: TestApp;
let temporal: TestNamespace;
let shell: AdminShell;

beforeAll(async () => {
  shell = openAdminShell();
  [api, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  await claimNamespace(temporal.client, await openInstallation(api.orm.em.fork(), api.cipher));
});
afterAll(async () => {
  await shell.close();
  await temporal.close();
  await api.close();
});

const environment = () => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  TEMPORAL_ADDRESS: temporal.address,
  TEMPORAL_NAMESPACE: temporal.namespace,
});
const admin = (...args: string[]) => shell.run(environment(), args);

describe('each command declares', () => {
  const commands = commandsOf(createProgram());

  test('what it answers, and how it ends; its help says so', () => {
    expect(commands.length).toBeGreaterThan(30);
    for (const command of commands) {
      const { shape, exits } = command.declared!;
      const parts = shape.kind === 'sections' ? Object.values(shape.parts) : [shape];
      for (const { fields } of parts) expect(Object.keys(fields).length).toBeGreaterThan(0);
      expect(exits).toEqual(expect.arrayContaining(['done', 'usage', 'foreign', 'unavailable']));
      expect(command.explain()).toMatch(/^\nAnswers:\n {2}\S[\s\S]*\nEnds with:\n {2}0 /);
    }
  });

  test('that it asks before, where it can take a --yes, and the other way round', () => {
    const asking = commands.filter(({ declared }) => declared!.exits.includes('unconfirmed'));
    const names = asking.map((command) => command.name()).sort();
    expect(names).toEqual([
      'erase',
      'installation',
      'prune',
      'reconcile',
      'revoke',
      'rotate',
      'rotate-signing-keys',
      'settle',
    ]);
    const taking = commands.filter(({ options }) => options.some(({ long }) => long === '--yes'));
    expect(taking).toEqual(asking);
  });
});

test('with --json lists, records and screens are read by programs, and so is a refusal', async () => {
  const [merchants, endpoints, missing, misspelt] = await Promise.all([
    admin('merchants', '--json', '--limit', '1'),
    admin('--json', 'why', AGENCY),
    admin('approve', 'mk_nobody', '--json'),
    admin('--json', 'aprove', 'mk_nobody'),
  ]);
  const page = JSON.parse(merchants.stdout);
  expect(page).toEqual({
    list: [expect.objectContaining({ key: expect.stringMatching(/^mk_/), kind: expect.any(String) })],
    next: expect.any(String),
  });
  expect(JSON.parse(endpoints.stdout)).toEqual({
    findings: { list: expect.any(Array), next: null },
    endpoints: { list: expect.any(Array), next: null },
  });
  expect([missing.code, missing.stdout, JSON.parse(missing.stderr)]).toEqual([
    6,
    '',
    { error: { exit: 'notFound', message: 'mk_nobody: there is no such merchant' } },
  ]);
  expect([misspelt.code, misspelt.stdout, JSON.parse(misspelt.stderr)]).toMatchObject([
    2,
    '',
    { error: { exit: 'usage' } },
  ]);
});

test('what a merchant was told, and how that went, is in one screen; who nobody knows is not found', async () => {
  const [screen, nobody, order, never] = await Promise.all([
    admin('deliveries', AGENCY, '--since', '3d', '--json'),
    admin('deliveries', 'mk_nobody'),
    admin('order', 'ORD1700000000000123456'),
    admin('deliveries', AGENCY, '--since', 'never'),
  ]);
  expect(JSON.parse(screen.stdout)).toEqual({
    findings: { list: [expect.objectContaining({ found: 'no_endpoint' }), expect.anything()], next: null },
    told: { list: [], next: null },
    attempts: { list: [], next: null },
    endpoints: { list: [expect.objectContaining({ state: 'healthy', waiting: 0 })], next: null },
  });
  expect([nobody.code, order.code, never.code]).toEqual([6, 6, 2]);
  expect(never.stderr).toContain('So long ago, such as 30m, 2h or 3d');
});

test('a list is read page by page, each merchant once', async () => {
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const place = after === '' ? [] : ['--after', after];
    const { stdout } = await admin('merchants', '--json', '--limit', '2', ...place);
    const page: { list: { key: string }[]; next: string | null } = JSON.parse(stdout);
    seen.push(...page.list.map(({ key }) => key));
    after = page.next;
  }
  const { stdout } = await admin('merchants', '--json', '--limit', '1000');
  const all = JSON.parse(stdout).list.map(({ key }: { key: string }) => key);
  expect(all).toEqual(expect.arrayContaining([AGENCY, STUDIO]));
  expect(seen).toEqual(all);
  const filtered = await admin('merchants', '--kind', 'studio', '--search', 'SANDBOX_stud', '--json');
  expect(JSON.parse(filtered.stdout).list).toEqual([
    expect.objectContaining({ key: STUDIO, kind: 'studio' }),
  ]);
});

test('what can’t be undone is not done without --yes where nobody can be asked', async () => {
  await api.token(api.sandbox.agency);
  const before = await fingerprintOf(api.orm);
  const { code, stdout, stderr } = await admin('rotate-signing-keys', '--compromised');
  expect([code, stdout]).toEqual([8, '']);
  expect(stderr).toMatch(
    /^kid +created +retired\n[\s\S]*to delete 1 signing key\(s\)[\s\S]*repeat with --yes/,
  );
  expect(await fingerprintOf(api.orm)).toBe(before);
});

test('without a worker what needs one says so, and nothing was changed', async () => {
  const before = await fingerprintOf(api.orm);
  const commands = [
    ['settle', '--yes'],
    ['settlement-pay', 'STL1', '--reference', 'x'],
    ['cancel-order', 'ORD1700000000000123456', '--reason', 'a storm'],
  ];
  // As processes of their own, which have to end by themselves.
  const runs = await Promise.all(commands.map((args) => startAdmin(environment(), args).ended));
  for (const { code, stdout, stderr } of runs) {
    expect([code, stdout]).toEqual([7, '']);
    expect(stderr).toMatch(/^no worker with the role (orders|settlements) runs/);
  }
  expect(await fingerprintOf(api.orm)).toBe(before);
  expect(await temporal.client.workflow.count("WorkflowType != 'installation'")).toMatchObject({
    count: 0,
  });
});

test('an adjustment without a key is posted once, whenever it is repeated, and its posting id is printed', async () => {
  const adjust = ['adjust', AGENCY, 'EUR', '12.50', '--reason', 'goodwill of April', '--json'];
  const first = await admin(...adjust, '--as', 'Filipa Reis');
  const { posting } = JSON.parse(first.stdout);
  expect(posting).toMatch(new RegExp(`^adjustment:${AGENCY}:once-`));
  const entry = await api.orm.em.fork().findOneOrFail(AuditEntry, { action: 'account.adjusted' });
  expect(entry).toMatchObject({ actor: 'operator:Filipa Reis', address: expect.stringMatching(/^.+@.+$/) });
  const again = await admin(...adjust);
  expect([again.code, again.stdout]).toEqual([4, '']);
  expect(JSON.parse(again.stderr).error.message).toBe(
    `the same was posted before as ${posting}; to post it again, give it its own --key`,
  );
  expect(await api.orm.em.fork().count(AuditEntry, { action: 'account.adjusted' })).toBe(1);
});

test('what is old is counted, removed with --yes only, and the audit log is read by who, what and page', async () => {
  const [counted, unconfirmed, removed] = await Promise.all([
    admin('prune', '--dry-run', '--json'),
    admin('prune'),
    admin('prune', '--only', 'attempts', '--yes', '--json'),
  ]);
  const row = { before: expect.stringMatching(/^20.*Z$/), removed: 0, end: 'done' };
  expect(JSON.parse(counted.stdout).list).toEqual([
    { kind: 'attempts', ...row },
    { kind: 'notifications', ...row },
  ]);
  expect([unconfirmed.code, unconfirmed.stdout]).toEqual([8, '']);
  expect(unconfirmed.stderr).toContain('remove attempts of before 20');
  expect([removed.code, JSON.parse(removed.stdout).list]).toEqual([0, [{ kind: 'attempts', ...row }]]);

  for (const name of ['one', 'two'])
    await api.orm.em.fork().insert(AuditEntry, {
      ...{ action: 'merchant.suspended', subject: `merchant:${STUDIO}` },
      ...{ merchantKey: STUDIO, actor: `operator:${name}` },
    });
  const filter = ['audit', '--merchant', STUDIO, '--action', 'merchant.suspended', '--json'];
  const [first, all] = await Promise.all([
    admin(...filter, '--limit', '1'),
    admin(...filter, '--by', 'operator:one'),
  ]);
  const page = JSON.parse(first.stdout);
  expect(page.list).toEqual([
    expect.objectContaining({ actor: 'operator:two', subject: `merchant:${STUDIO}` }),
  ]);
  expect(JSON.parse(all.stdout)).toEqual({
    list: [expect.objectContaining({ actor: 'operator:one' })],
    next: null,
  });
  const second = JSON.parse((await admin(...filter, '--limit', '1', '--after', page.next)).stdout);
  expect(second.list).toEqual([expect.objectContaining({ actor: 'operator:one' })]);
});

describe('who it was', () => {
  const at = (account: string | null, asked: Partial<Parameters<typeof operatorAt>[0]> = {}) =>
    operatorAt({ env: {}, isChange: true, ...asked }, account).operator;

  test('is the account, where it is somebody’s own', () => {
    expect(at('filipa')).toBe('filipa');
  });

  test.each(['root', 'postgres', 'node', 'ROOT', null])(
    '%s is nobody’s: a change needs a name',
    (account) => {
      expect(() => at(account)).toThrow(/--as NAME/);
      expect(at(account, { as: 'filipa' })).toBe('filipa');
      expect(at(account, { isChange: false })).toBe(account ?? 'unknown');
    },
  );

  test('is who came by sudo, or who a session says; a machine that runs tests is nobody', () => {
    expect(at('root', { env: { SUDO_USER: 'filipa' } })).toBe('filipa');
    expect(() => at('root', { env: { SUDO_USER: 'ubuntu' } })).toThrow(/--as NAME/);
    expect(at('root', { env: { GUIDEPOST_OPERATOR: 'filipa', SUDO_USER: 'rui' } })).toBe('filipa');
    expect(() => at('filipa', { env: { CI: 'true' } })).toThrow(/--as NAME/);
  });
});

test('what the platform is to do is listed with why it failed, done now, and dropped; the audit log has who', async () => {
  const em = api.orm.em.fork();
  await em.nativeDelete(Job, {});
  const later = {
    kind: 'mail',
    single: true,
    payload: null,
    runAt: new Date(Date.now() + 3_600_000),
    attempts: 3,
  };
  const failed = Number(await em.insert(Job, { ...later, subject: '7', lastError: 'MailNotSent: 451' }));
  const waiting = Number(await em.insert(Job, { ...later, subject: '8' }));
  const [all, failing, others] = await Promise.all([
    admin('jobs', '--json'),
    admin('jobs', '--failed', '--json'),
    admin('jobs', '--kind', 'clock', '--json'),
  ]);
  expect(JSON.parse(all.stdout).list.map(({ subject }: { subject: string }) => subject)).toEqual(['7', '8']);
  expect(JSON.parse(failing.stdout).list).toMatchObject([
    { id: failed, kind: 'mail', attempts: 3, lastError: 'MailNotSent: 451' },
  ]);
  expect(JSON.parse(others.stdout).list).toEqual([]);

  const [run, drop, gone] = await Promise.all([
    admin('run-job', `${failed}`, '--json'),
    admin('drop-job', `${waiting}`, '--json'),
    admin('drop-job', '999999', '--json'),
  ]);
  expect(JSON.parse(run.stdout)).toEqual({ job: failed, kind: 'mail', subject: '7' });
  expect([drop.code, gone.code]).toEqual([0, EXITS.notFound.code]);
  const left = await em.fork().find(Job, {});
  expect(left.map(({ subject }) => subject)).toEqual(['7']);
  expect(left[0]!.runAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  const entries = await em.fork().find(AuditEntry, { action: { $in: ['job.run', 'job.dropped'] } });
  expect(entries.map(({ subject }) => subject).sort()).toEqual(['job:mail:7', 'job:mail:8']);

  // A process has it: it is left alone.
  await em.fork().nativeUpdate(Job, { id: failed }, { leasedUntil: new Date(Date.now() + 60_000) });
  expect((await admin('drop-job', `${failed}`)).code).toBe(EXITS.notFound.code);
});
