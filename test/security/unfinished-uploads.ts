/**
 * `npm run proof -- attack:uploads`: uploads of one account that send nearly all of their ten megabytes and then nothing more, against a
 * console process of its own.
 *
 *   npm run proof -- attack:uploads [--seconds 60] [--uploads 60] [--addresses 8] [--rate 20]
 *
 * Prints and ends as `npm run proof -- attack:bodies` does; needs what that needs.
 */
import { parseArgs } from 'node:util';
import { migrateToLatest } from '../../db/migrate.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { loadConfig } from '../../lib/config.ts';
import { type HonestRequest, measureAttack, report } from './attacks/honest.ts';
import { startTarget, type Target } from './attacks/target.ts';

const PASSWORD = 'attacks-one-account';
const MEBIBYTE = 1_024 * 1_024;
/** More than quiet: a whole heap (attacks/target.ts), and what sockets hold. */
const MOST_MEGABYTES = 300;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    uploads: { type: 'string', default: '60' },
    addresses: { type: 'string', default: '8' },
    rate: { type: 'string', default: '20' },
  },
});
const config = loadConfig();
await migrateToLatest({ databaseUrl: config.databaseUrl, migrationUrl: config.databaseMigrationUrl });
await seedSandbox(config);
const target = await startTarget('console', { SANDBOX_CONSOLE_PASSWORD: PASSWORD });
const [attacker, honest] = [await signIn(target, 'studio'), await signIn(target, 'agency')];
const draft = await fetch(`${target.base}/api/${attacker.company}/console/verification/draft`, {
  method: 'POST',
  headers: attacker.headers,
});
if (!draft.ok) throw new Error(`no draft: ${await draft.text()}`);

const asked: HonestRequest[] = [{ path: '/api/account/me', headers: honest.headers }, { path: '/healthz' }];
const measured = await measureAttack(target, asked, Number(values.seconds), {
  port: target.port,
  sockets: Number(values.uploads),
  addresses: Number(values.addresses),
  perSecond: Number(values.rate),
  begun: unfinishedUpload(),
});
console.log(
  `${values.uploads} unfinished uploads of one account for ${values.seconds} s; opened ${measured.opened} of 9 MiB each`,
);
if (!report(target, measured, MOST_MEGABYTES)) process.exitCode = 1;
target.stop();

async function signIn({ base }: Target, login: string) {
  const ours = { 'sec-fetch-site': 'same-origin', origin: base };
  const answer = await fetch(`${base}/api/account/sign-in`, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${login}@guidepost.example`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`not signed in: ${await answer.text()}`);
  const headers = { ...ours, cookie: answer.headers.getSetCookie()[0]!.split(';', 1)[0]! };
  const me = await fetch(`${base}/api/account/me`, { headers });
  const { data } = (await me.json()) as { data: { companies: { id: string }[] } };
  return { headers, company: data.companies[0]!.id };
}

function unfinishedUpload(): Buffer {
  const head = [
    `POST /api/${attacker.company}/console/verification/documents HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(attacker.headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${10 * MEBIBYTE}`,
    '\r\n--b',
    'Content-Disposition: form-data; name="file"; filename="a.pdf"',
    '\r\n%PDF-1.7\n',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.alloc(9 * MEBIBYTE, 'x')]);
}
