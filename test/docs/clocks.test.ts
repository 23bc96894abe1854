/** Who may ask which clock (docs/decisions/0128, 0079): three clocks, and the places that may read each. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const SERVING =
  '{activities,admin,api,callbacks,console/server,db,domain,mail,operations,telemetry,temporal}/**/*.ts';

/** This machine's clock: gRPC's deadlines are instants of it, the platform's clock is measured with it. */
const MACHINE_CLOCK =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bDateTime\.(now|local|utc)\(\)|\bTemporal\.Now\b/;
const MAY_READ_THE_MACHINE = [
  'api/order-processing.ts',
  'db/clock.ts',
  'temporal/calling.ts',
  'temporal/settlement-gateway.ts',
  'temporal/task-backlog.ts',
];

/** Where a sandbox merchant is served: what the time is, its own clock says. */
const ABOUT_SUBJECTS =
  '{api/services,api/octo,api/background,console/server/studio,console/server/trade}/**/*.ts';
/** The platform's clock, not turned into the subject's by `timeFor`. */
const REAL_TIME = /\bnow\(\)/;
const OF_A_SUBJECT = /\btimeFor\([^()]*(?:\([^()]*\)[^()]*)*,\s*(?:[\w.]+\.)?now\(\)\)/g;

/** Who asks for the real time, and why that is right. */
const REAL: Record<string, string> = {
  'api/background/endpoint-watch.ts': 'deliveries',
  'api/background/holiday-refresh.ts': 'years of a calendar',
  'api/background/retries.ts': 'deliveries',
  'api/background/waitlist-watch.ts': 'handed to timeFor, and deliveries',
  'api/services/access-tokens.ts': 'tokens',
  'api/services/callback-test.ts': 'deliveries',
  'api/services/callbacks.ts': 'secrets of endpoints',
  'api/services/client-authentication.ts': 'credentials',
  'api/services/credential-use.ts': 'credentials',
  'api/services/credentials.ts': 'credentials',
  'api/services/delivery-history.ts': 'deliveries',
  'api/services/endpoints/creation.ts': 'endpoints',
  'api/services/endpoints/index.ts': 'endpoints',
  'api/services/endpoints/verbs.ts': 'endpoints',
  'api/services/guides/photos.ts': 'when a guide was written: merchants with other clocks read it',
  'api/services/guides/writing.ts': 'when a guide was written: merchants with other clocks read it',
  'api/services/holds/making.ts': 'handed to timeFor, and when its workflow is looked for',
  'api/services/messages.ts': 'handed to timeFor',
  'api/services/notifications/index.ts': 'deliveries',
  'api/services/notifications/sending.ts': 'deliveries',
  'api/services/orders/booking-from-hold.ts': 'handed to timeFor',
  'api/services/orders/changes/answering.ts': 'handed to showChange',
  'api/services/orders/changes/changing.ts': 'handed to showChange and timeFor; how long a key holds',
  'api/services/orders/created.ts': 'handed to readOrder',
  'api/services/orders/index.ts': 'handed to readOrder and showChange',
  'api/services/orders/intake.ts': 'handed to timeFor',
  'api/services/orders/moving.ts': 'handed to readOrder',
  'api/services/orders/refunding.ts': 'handed to readOrder',
  'api/services/partners.ts': 'links between merchants',
  'api/services/retention/index.ts': 'how long rows are kept',
  'api/services/sandbox/clock.ts': 'moves the clock',
  'api/services/settlements/talk.ts': 'what people write to each other, dated by the Temporal server',
  'api/services/signing-keys.ts': 'keys',
  'api/services/signing/advice.ts': 'signatures',
  'api/services/signing/check.ts': 'signatures',
  'api/services/verification/documents.ts': 'verification',
  'api/services/verification/writing.ts': 'verification',
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
  expect(reading.toSorted()).toEqual(MAY_READ_THE_MACHINE);
});

test('services ask for the time of whom it is about; who takes the real time says why', () => {
  const asking = filesIn(ABOUT_SUBJECTS).filter((file) => {
    if (file.startsWith('api/background/pace/') || file.endsWith('guide-indexer.ts')) return false;
    const code = codeOf(file)
      .replaceAll(/\bperformance\.now\(\)/g, '')
      .replaceAll(OF_A_SUBJECT, '');
    return REAL_TIME.test(code);
  });
  expect(asking.toSorted()).toEqual(Object.keys(REAL));
});

test('wall times become instants in one place: no other file has a library for it', () => {
  const using = filesIn(SERVING).filter((file) => /\bfrom 'luxon'/.test(readFileSync(file, 'utf8')));
  // trip.ts counts days of the calendar, which are in no zone.
  expect(using.toSorted()).toEqual(['domain/trip.ts', 'domain/wall-time.ts']);
  const code = codeOf('domain/trip.ts');
  expect(code.match(/DateTime\.\w+\(/g)?.length).toBe(code.match(/zone: ''/g)?.length);
  expect(readFileSync('domain/trip.ts', 'utf8').match(/zone: '(?!utc')/g)).toBeNull();
});
