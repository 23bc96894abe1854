/** Who may ask which clock (docs/decisions/0128, 0079): three clocks, and the places that may read each. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const SERVING = '{activities,admin,api,console/server,db,domain,jobs,lib,services}/**/*.ts';

/** This machine's clock: gRPC's deadlines are instants of it, the platform's clock is measured with it. */
const MACHINE_CLOCK =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bDateTime\.(now|local|utc)\(\)|\bTemporal\.Now\b/;
const MAY_READ_THE_MACHINE = [
  'admin/status-parts.ts',
  'jobs/order-processing.ts',
  'db/clock.ts',
  'lib/operations/release-watch.ts',
  'lib/operations/bounded-calls.ts',
  'lib/temporal/calling.ts',
  'lib/temporal/settlement-gateway.ts',
  'lib/temporal/task-backlog.ts',
];

/** Where a sandbox merchant is served: what the time is, its own clock says. */
const ABOUT_SUBJECTS = '{services,api/octo,jobs,console/server/studio,console/server/trade}/**/*.ts';
/** About no subject: operators' work, and people's accounts, are in real time. */
const OF_THE_PLATFORM = [
  ...['jobs/pace/', 'jobs/guide-indexer.ts'],
  ...['services/accounts/', 'services/operators/', 'services/reconcile/'],
];
/** The platform's clock, not turned into the subject's by `timeFor`. */
const REAL_TIME = /\bnow\(\)/;
const OF_A_SUBJECT = /\btimeFor\([^()]*(?:\([^()]*\)[^()]*)*,\s*(?:[\w.]+\.)?now\(\)\)/g;

/** Who asks for the real time, and why that is right. */
const REAL: Record<string, string> = {
  'jobs/departures.ts': 'when the job runs again',
  'jobs/endpoint-watch.ts': 'deliveries',
  'jobs/notice-mails.ts': 'quiet hours of people',
  'jobs/push.ts': 'quiet hours of people',
  'jobs/order-processing.ts': 'deadlines of calls to Temporal',
  'jobs/waitlist-watch.ts': 'handed to timeFor, and deliveries',
  'services/credentials/access-tokens.ts': 'tokens',
  'services/endpoints/callback-test.ts': 'deliveries',
  'services/endpoints/callbacks.ts': 'secrets of endpoints',
  'services/credentials/client-authentication.ts': 'credentials',
  'services/credentials/use.ts': 'credentials',
  'services/credentials/credentials.ts': 'credentials',
  'services/notifications/delivery-history.ts': 'deliveries',
  'services/endpoints/creation.ts': 'endpoints',
  'services/endpoints/index.ts': 'endpoints',
  'services/endpoints/verbs.ts': 'endpoints',
  'services/calendars/feed.ts': 'handed to a statement that adds the studio’s clock',
  'services/guides/importing.ts': 'when a guide was written: merchants with other clocks read it',
  'services/guides/photos.ts': 'when a guide was written: merchants with other clocks read it',
  'services/guides/shared-shortlists.ts': 'handed to timeFor; how long links work',
  'services/guides/writing.ts': 'when a guide was written: merchants with other clocks read it',
  'services/holds/making.ts': 'handed to timeFor, and when its workflow is looked for',
  'services/messages.ts': 'handed to timeFor',
  'services/notifications/index.ts': 'deliveries',
  'services/notifications/sending.ts': 'deliveries',
  'services/orders/booking-from-hold.ts': 'handed to timeFor',
  'services/orders/changes/answering.ts': 'handed to showChange',
  'services/orders/changes/changing.ts': 'handed to showChange and timeFor; how long a key holds',
  'services/orders/created.ts': 'handed to readOrder',
  'services/orders/departing.ts': 'held against the real time at which each order’s own clock is there',
  'services/orders/index.ts': 'handed to readOrder and showChange',
  'services/orders/intake.ts': 'handed to timeFor',
  'services/orders/moving.ts': 'handed to readOrder',
  'services/orders/refunding.ts': 'handed to readOrder',
  'services/partners.ts': 'links between merchants',
  'services/retention/index.ts': 'how long rows are kept',
  'services/sandbox/clock.ts': 'moves the clock',
  'services/sandbox/examples.ts': 'how far behind an order’s clock begins',
  'services/settlements/thread.ts': 'what people write to each other, dated by the Temporal server',
  'services/credentials/signing-keys.ts': 'keys',
  'services/signing/advice.ts': 'signatures',
  'services/signing/check.ts': 'signatures',
  'services/verification/documents.ts': 'verification',
  'services/verification/writing.ts': 'verification',
  'console/server/studio/routes.ts': 'handed to timeFor',
  'console/server/trade/routes.ts': 'handed to timeFor',
};

const filesIn = (pattern: string) => globSync(pattern, { exclude: (name) => name === 'node_modules' });

/** Without comments, and without texts: SQL has a `now()` of its own. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

test("no process that serves reads its machine's own clock", () => {
  const reading = filesIn(SERVING).filter((file) => MACHINE_CLOCK.test(codeOf(file)));
  expect(reading.toSorted()).toEqual(MAY_READ_THE_MACHINE.toSorted());
});

test('services ask for the time of whom it is about; who takes the real time says why', () => {
  const asking = filesIn(ABOUT_SUBJECTS).filter((file) => {
    if (OF_THE_PLATFORM.some((name) => file.startsWith(name))) return false;
    const code = codeOf(file)
      .replaceAll(/\bperformance\.now\(\)/g, '')
      .replaceAll(OF_A_SUBJECT, '');
    return REAL_TIME.test(code);
  });
  expect(asking.toSorted()).toEqual(Object.keys(REAL).toSorted());
});

test('wall times become instants in one place: no other file has a library for it', () => {
  const using = filesIn(SERVING).filter((file) => /\bfrom 'luxon'/.test(readFileSync(file, 'utf8')));
  // trip.ts counts days of the calendar, which are in no zone.
  expect(using.toSorted()).toEqual(['domain/trip.ts', 'domain/wall-time.ts']);
  const code = codeOf('domain/trip.ts');
  expect(code.match(/DateTime\.\w+\(/g)?.length).toBe(code.match(/zone: ''/g)?.length);
  expect(readFileSync('domain/trip.ts', 'utf8').match(/zone: '(?!utc')/g)).toBeNull();
});
