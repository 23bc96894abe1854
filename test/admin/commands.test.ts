import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createProgram } from '../../admin/program.ts';
import {
  AuditEntry,
  Credential,
  LinkRequest,
  Mail,
  Merchant,
  Notification,
  ProviderLink,
  SigningKey,
} from '../../db/entities/index.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp, tokenRequest } from '../support/app.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createMerchant } from '../support/merchants.ts';
import { type AdminRun, startAdmin } from '../support/platform/admin.ts';
import { type AdminShell, openAdminShell } from '../support/platform/admin-shell.ts';

/** The operators' command line as they have it: a program with arguments, output and exit code. */
const AGENCY = 'mk_sandbox_agency';
let api: TestApp;
let shell: AdminShell;
beforeAll(async () => {
  shell = openAdminShell();
  api = await createTestApp();
  await createMerchant(api, 'mk_provider', { kind: 'provider' });
});
afterAll(async () => {
  await shell.close();
  await api.close();
});

const environment = () => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  OPERATORS_TO_APPROVE: '1',
});
const admin = (...args: string[]) => shell.run(environment(), args);

/** What a command printed as `name: value`. */
async function values(...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await admin(...args);
  expect([code, stderr]).toEqual([0, '']);
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  );
}
const merchant = (key: string) => api.orm.em.fork().findOneOrFail(Merchant, key);
const lastEntry = () =>
  api.orm.em.fork().findOneOrFail(AuditEntry, { id: { $gt: 0 } }, { orderBy: { id: 'desc' } });
async function askToken(clientId: string, clientSecret: string): Promise<number> {
  api.clock.now = new Date();
  return (await api.app.inject(tokenRequest({ clientId, clientSecret }))).statusCode;
}

test('a merchant is registered, approved, suspended, resumed, refused; each is in the audit log with who and where', async () => {
  const registered = await values(
    'register',
    'Casa Nova',
    '--kind',
    'agency',
    '--country',
    'PT',
    '--sandbox',
  );
  const key = registered.merchant!;
  expect(registered).toEqual({
    merchant: expect.stringMatching(/^mk_sandbox_/),
    kind: 'agency',
    verification: 'pending',
  });
  expect(await merchant(key)).toMatchObject({ name: 'Casa Nova', country: 'PT', sandbox: true });
  for (const [command, changed] of [
    ['approve', { verification: 'approved', proposal: 'none' }],
    ['suspend', { status: 'suspended' }],
    ['resume', { status: 'active' }],
    ['refuse', { verification: 'refused' }],
  ] as const) {
    expect(await values(command, key)).toEqual({ merchant: key, ...changed });
    expect(await merchant(key)).toMatchObject(command === 'approve' ? { verification: 'approved' } : changed);
    expect(await lastEntry()).toMatchObject({
      actor: expect.stringMatching(/^operator:./),
      address: expect.stringMatching(/./),
      merchantKey: key,
    });
  }
  const { stdout } = await admin('merchants');
  expect(stdout).toMatch(/^key +name +kind +status +verification +world +country +contact\n/);
  expect(stdout).toMatch(new RegExp(`${key} +Casa Nova +agency +active +refused +sandbox +PT +-`));
});

test('a merchant is notified of its verification by event and by e-mail to its contact, once for each decision', async () => {
  const company = ['register', 'Casa Dupla', '--kind', 'studio', '--country', 'PT'];
  const { merchant: key } = await values(...company, '--contact', 'first@dupla.example');
  expect((await merchant(key!)).contactEmail).toBe('first@dupla.example');
  await values('approve', key!);
  await values('approve', key!);
  expect(await values('contact', key!, 'second@dupla.example')).toEqual({
    merchant: key,
    contact: 'second@dupla.example',
  });
  // The log says that there is one, not which.
  expect(await lastEntry()).toMatchObject({ action: 'merchant.contact_changed', details: { isSet: true } });
  expect((await admin('merchants')).stdout).toMatch(/second@dupla\.example$/m);
  await values('refuse', key!, '--reason', 'the register has no such company');
  await values('contact', key!);
  await values('approve', key!);

  const em = api.orm.em.fork();
  const events = await em.find(Notification, { merchantKey: key! }, { orderBy: { position: 'asc' } });
  expect(events.map(({ type, sequence, subjectId }) => [type, sequence, subjectId])).toEqual([
    ['merchant.verified', 1, key],
    ['merchant.refused', 2, key],
    ['merchant.verified', 3, key],
  ]);
  expect(JSON.parse(events[1]!.body)).toMatchObject({ reason: 'the register has no such company' });
  const mails = await em.find(Mail, { merchantKey: key! }, { orderBy: { id: 'asc' } });
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['first@dupla.example', 'Your company is verified'],
    ['second@dupla.example', 'The verification of your company was refused'],
  ]);
});

test('an app_secret is issued, listed without its secret, rotated and revoked', async () => {
  const issued = await values('issue', AGENCY, '--label', 'till 1', '--scopes', 'read-only');
  expect(await askToken(issued.client_id!, issued.client_secret!)).toBe(200);
  const rotated = await values('rotate', AGENCY, issued.credential!, '--overlap', '0');
  expect(rotated.previous_valid_until).toBe('revoked');
  expect(await askToken(issued.client_id!, issued.client_secret!)).toBe(401);
  expect(await askToken(rotated.client_id!, rotated.client_secret!)).toBe(200);
  const overlapping = await values('rotate', AGENCY, rotated.credential!, '--overlap', '60');
  expect(Date.parse(overlapping.previous_valid_until!)).toBeGreaterThan(Date.now());

  const { stdout } = await admin('credentials', AGENCY);
  expect(stdout).toMatch(new RegExp(`^${overlapping.credential} +till 1 +guide:read`, 'm'));
  for (const secret of [issued.client_secret, rotated.client_secret, overlapping.client_secret]) {
    expect(stdout).not.toContain(secret);
  }
  expect(await values('revoke', overlapping.credential!)).toMatchObject({ revoked: 'true' });
  expect(await askToken(AGENCY, overlapping.client_secret!)).toBe(401);
  const again = await admin('revoke', overlapping.credential!);
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('revoked: false')]);
});

test('of an app_secret that has leaked, all that were rotated from it end', async () => {
  const leaked = await values('issue', AGENCY);
  const second = await values('rotate', AGENCY, leaked.credential!, '--overlap', '600');
  const third = await values('rotate', AGENCY, second.credential!, '--overlap', '600');
  const fresh = await values(
    'rotate',
    AGENCY,
    second.credential!,
    '--overlap',
    '0',
    '--compromised',
    '--yes',
  );
  expect(await askToken(AGENCY, third.client_secret!)).toBe(401);
  expect(await askToken(AGENCY, fresh.client_secret!)).toBe(200);
  const drill = await values('revoke', leaked.credential!, '--compromised', '--yes');
  expect(drill).toMatchObject({ revoked: 'true', ended: leaked.credential });
  expect(await askToken(AGENCY, leaked.client_secret!)).toBe(401);
});

test('a credential may demand signatures', async () => {
  const { credential } = await values('issue', AGENCY, '--require-signature');
  const row = await api.orm.em.fork().findOneOrFail(Credential, { id: Number(credential) });
  expect(row).toMatchObject({ requireSignature: true, scopes: null, label: null });
});

test('a merchant is asked for a link, with other scopes, and is linked once it agrees; a link is ended', async () => {
  const links = () => api.orm.em.fork().find(ProviderLink, { providerKey: 'mk_provider' });
  const asked = await values('link', AGENCY, 'mk_provider', '--scopes', 'guide:read,order:read');
  const changed = await values('link', AGENCY, 'mk_provider', '--scopes', 'guide:read');
  expect(changed).toMatchObject({ request: asked.request, scopes: 'guide:read' });
  const requests = await api.orm.em.fork().find(LinkRequest, { merchantKey: AGENCY });
  expect(requests).toMatchObject([{ scopes: ['guide:read'], askedBy: 'operator:tests', state: 'open' }]);
  expect(await links()).toEqual([]);
  await grantLink(api, AGENCY, 'mk_provider', ['guide:read']);
  await values('unlink', AGENCY, 'mk_provider');
  expect(await links()).toEqual([]);
  const again = await admin('unlink', AGENCY, 'mk_provider');
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('unlinked: false')]);
});

test('signing keys are rotated', async () => {
  await api.token(api.sandbox.agency);
  const keys = () => api.orm.em.fork().find(SigningKey, {});
  const [old] = await keys();
  expect(await values('rotate-signing-keys')).toMatchObject({ replaced: old!.kid });
  const { kid } = await values('rotate-signing-keys', '--compromised', '--yes');
  expect((await keys()).map((key) => key.kid)).toEqual([kid]);
});

describe('what is wrong is said in words, by how it ends, and changes nothing:', () => {
  const cases: [args: string[], message: RegExp, exit: number][] = [
    [[], /^Usage: admin/, 2],
    [['regster'], /unknown command 'regster'.*register/s, 2],
    [['register', 'X', '--kind', 'agency'], /required option '--country <code>' not specified/, 2],
    [
      ['register', 'X', '--kind', 'hotel', '--country', 'PT'],
      /Allowed choices are agency, studio, provider/,
      2,
    ],
    [['register', 'X', '--kind', 'agency', '--country', 'pt'], /Two capital letters/, 2],
    [['register', 'X', '--kind', 'agency', '--country', 'XX'], /Two capital letters/, 2],
    [['register', ' ', '--kind', 'agency', '--country', 'PT'], /Text of 1 to 200 characters/, 2],
    [['register', 'x'.repeat(201), '--kind', 'agency', '--country', 'PT'], /Text of 1 to 200 characters/, 2],
    [['approve'], /missing required argument 'merchant'/, 2],
    [['approve', 'mk_nobody'], /^mk_nobody: there is no such merchant$/, 6],
    [['approve', AGENCY, 'mk_provider'], /too many arguments/, 2],
    [['refuse', 'mk_nobody'], /there is no such merchant/, 6],
    [['suspend', 'mk_nobody'], /there is no such merchant/, 6],
    [['resume', 'mk_nobody'], /there is no such merchant/, 6],
    [['link', AGENCY, 'mk_provider'], /required option '--scopes <scopes>' not specified/, 2],
    [['link', AGENCY, 'mk_provider', '--scopes', 'order:all'], /Choose from guide:read, /, 2],
    [['link', AGENCY, 'mk_provider', '--scopes', 'guide:write'], /as agency cannot grant guide:write/, 4],
    [
      ['link', AGENCY, 'mk_sandbox_studio', '--scopes', 'read-only'],
      /mk_sandbox_studio: is not a provider/,
      4,
    ],
    [['link', 'mk_provider', 'mk_provider', '--scopes', 'read-only'], /is a provider itself/, 4],
    [['issue', 'mk_nobody'], /merchant: does not exist/, 6],
    [['issue', AGENCY, '--scopes', ''], /Choose from guide:read, /, 2],
    [['issue', AGENCY, '--label', 'x'.repeat(101)], /Text of 1 to 100 characters/, 2],
    [['credentials', 'mk_nobody'], /merchant: does not exist/, 6],
    [['rotate', AGENCY, '1'], /required option '--overlap <seconds>' not specified/, 2],
    [['rotate', AGENCY, '1', '--overlap', '604801'], /A whole number from 0 to 604800/, 2],
    [['rotate', AGENCY, 'one', '--overlap', '0'], /A number, as "credentials" lists it/, 2],
    [
      ['rotate', AGENCY, '999999', '--overlap', '0'],
      /credential: this app_secret has expired or been revoked/,
      4,
    ],
    [['rotate', 'mk_nobody', '1', '--overlap', '0'], /merchant: does not exist/, 6],
    [
      ['rotate', AGENCY, '1', '--overlap', '60', '--compromised'],
      /overlapSeconds: must be 0 for an app_secret that/,
      4,
    ],
    [['revoke', '999999'], /app_secret does not exist/, 6],
    [['revoke', 'one'], /A number, as "credentials" lists it/, 2],
    [['rotate-signing-keys', '--comprimised'], /unknown option '--comprimised'.*--compromised/s, 2],
  ];
  let before: string;
  let runs: AdminRun[];
  beforeAll(async () => {
    before = await fingerprintOf(api.orm);
    runs = [];
    for (const [args] of cases) runs.push(await admin(...args));
  });

  test.each(
    cases.map(([args, message, exit], index) => [args.join(' ').slice(0, 60), message, exit, index] as const),
  )('%s', (_name, message, exit, index) => {
    const { code, stdout, stderr } = runs[index]!;
    expect([code, stdout]).toEqual([exit, '']);
    expect(stderr.trim()).toMatch(message);
    expect(stderr).not.toMatch(/failed:|Exception|\n\s+at /);
  });

  test('nothing was changed', async () => {
    expect(await fingerprintOf(api.orm)).toBe(before);
  });
});

test.each<[string, Record<string, string>, RegExp, number]>([
  ['nothing', { DATABASE_URL: '', ENCRYPTION_KEY: '' }, /^set DATABASE_URL and ENCRYPTION_KEY, or/, 2],
  ['no key', { ENCRYPTION_KEY: '' }, /^ENCRYPTION_KEY is not set$/, 2],
  ['a short key', { ENCRYPTION_KEY: 'c2hvcnQ=' }, /^ENCRYPTION_KEY must be 32 bytes/, 2],
  [
    'a database that is away',
    { DATABASE_URL: 'postgresql://who:pass-word@127.0.0.1:1/none' },
    /^the database does not answer \(ECONNREFUSED\): check DATABASE_URL$/,
    5,
  ],
])('%s is said at once, without its value', async (_name, changes, message, exit) => {
  const { code, stdout, stderr } = await startAdmin({ ...environment(), ...changes }, ['merchants']).ended;
  expect([code, stdout]).toEqual([exit, '']);
  expect(stderr.trim()).toMatch(message);
  expect(stderr).not.toMatch(/pass-word|c2hvcnQ/);
});

test('help tells of every command, its arguments and its options', async () => {
  const { code, stdout } = await admin('help');
  expect(code).toBe(0);
  const { commands } = createProgram();
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    expect(stdout).toMatch(new RegExp(`^ {2}${command.name()} .* {2}\\S`, 'm'));
    const explained = [...command.registeredArguments, ...command.options];
    expect(explained.filter(({ description }) => description === '')).toEqual([]);
    const demanded = command.options.filter((option) => option.mandatory);
    for (const { description } of demanded) expect(description).toContain('(required)');
  }
  const one = await admin('help', 'rotate');
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('as "credentials" lists it')]);
});
