/**
 * `npm run proof -- attack:bodies`: connections that send their headers and one byte of a body, against a process of its own.
 *
 *   npm run proof -- attack:bodies [--door api|console] [--seconds 60] [--sockets 1010] [--addresses 8] [--rate 500]
 *
 * Prints the process's memory and what honest clients wait for, quiet and under attack. Ends with 1 when the process died, an honest
 * request failed, the honest p99 is more than 1.5 times the quiet one (and 20 ms), or the memory grew by more than 300 MB.
 *
 * Needs DATABASE_URL (a database that it may fill) and ENCRYPTION_KEY, and Linux, where all of 127.0.0.0/8 are this machine's.
 */
import { parseArgs } from 'node:util';
import { migrateToLatest } from '../../db/migrate.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { loadConfig } from '../../lib/config.ts';
import { measureAttack, report } from './attacks/honest.ts';
import { type Door, startTarget } from './attacks/target.ts';

const DOORS = {
  api: { attacked: '/open/v1/auth/token', type: 'application/x-www-form-urlencoded' },
  console: { attacked: '/api/account/sign-in', type: 'application/json' },
} as const;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const ASKED = {
  api: [{ path: '/.well-known/oauth-authorization-server' }, { path: '/openapi.json' }],
  console: [{ path: '/api/account/ways', headers: SAME_ORIGIN }, { path: '/healthz' }],
} as const;
/** More than quiet: a whole heap (attacks/target.ts), and what sockets hold. */
const MOST_MEGABYTES = 300;

const { values } = parseArgs({
  options: {
    door: { type: 'string', default: 'api' },
    seconds: { type: 'string', default: '60' },
    sockets: { type: 'string', default: '1010' },
    addresses: { type: 'string', default: '8' },
    rate: { type: 'string', default: '500' },
  },
});
const door = values.door as Door;
const config = loadConfig();
await migrateToLatest({ databaseUrl: config.databaseUrl, migrationUrl: config.databaseMigrationUrl });
await seedSandbox(config);
const target = await startTarget(door);
const { attacked, type } = DOORS[door];
const begun = [
  `POST ${attacked} HTTP/1.1`,
  'Host: 127.0.0.1',
  'Sec-Fetch-Site: same-origin',
  `Content-Type: ${type}`,
  'Content-Length: 100',
  '\r\n{',
].join('\r\n');

const measured = await measureAttack(target, ASKED[door], Number(values.seconds), {
  port: target.port,
  sockets: Number(values.sockets),
  addresses: Number(values.addresses),
  perSecond: Number(values.rate),
  begun,
});
console.log(
  `${door}: ${values.sockets} sockets with one byte of a body from ${values.addresses} addresses for ${values.seconds} s; opened ${measured.opened}`,
);
if (!report(target, measured, MOST_MEGABYTES)) process.exitCode = 1;
target.stop();
