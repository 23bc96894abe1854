import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const RUNS = 12;
const ACTORS = 6;
const GUIDES = ['G1', 'G2'];
const DAYS = 5;
const FIRST_DAY = addDays(todayIn('Europe/Lisbon', new Date()), 20);

/** Goes with parties of three guests together, or with one. */
const SHARED = 'G3';
const KIND = { name: 'A walk', durationMinutes: 120, price: 0 };
const KINDS = [
  { ...KIND, tripKindId: 'together', startTimes: ['10:00', '15:00'], capacity: 3 },
  { ...KIND, tripKindId: 'alone', startTimes: ['11:00', '13:00'] },
];

const day = fc.nat({ max: DAYS - 1 });
const wholeDays = fc.record({
  guideId: fc.constantFrom(...GUIDES),
  day,
  tripDays: fc.integer({ min: 1, max: 2 }),
  guestCount: fc.constant(1),
});
const ofHours = fc.record({
  guideId: fc.constant(SHARED),
  day: fc.nat({ max: 1 }),
  kind: fc.constantFrom(
    { tripKindId: 'together', startTime: '10:00' },
    { tripKindId: 'together', startTime: '10:00' },
    { tripKindId: 'together', startTime: '15:00' },
    { tripKindId: 'alone', startTime: '11:00' },
    { tripKindId: 'alone', startTime: '13:00' },
  ),
  guestCount: fc.integer({ min: 1, max: 2 }),
});
const trip = fc.oneof(
  wholeDays,
  ofHours.map(({ kind, ...rest }) => ({ ...rest, ...kind })),
);
type Trip = typeof trip extends fc.Arbitrary<infer T> ? T : never;
/** `pick` chooses among all that have been held so far, by whomever. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('hold' as const), trip }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), trip }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('change' as const), trip, pick: fc.nat() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'book' as const,
        'book' as const,
        'extend' as const,
        'release' as const,
        'expire' as const,
        'cancel' as const,
      ),
      pick: fc.nat(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const scripts = fc.array(fc.array(step, { minLength: 4, maxLength: 12 }), {
  minLength: ACTORS,
  maxLength: ACTORS,
});

let platform: LivePlatform;
let admin: pg.Pool;
let agencies: { client: ClientCredentials; token: string }[];
beforeAll(async () => {
  platform = await createLivePlatform();
  for (const id of GUIDES) await createGuide(platform, { id });
  await createGuide(platform, { id: SHARED, maxGuests: 6, tripKinds: KINDS });
  const clients = [platform.sandbox.agency, await createMerchant(platform, 'mk_rival', { kind: 'agency' })];
  agencies = await Promise.all(
    clients.map(async (client) => ({ client, token: await platform.token(client) })),
  );
  admin = new pg.Pool({ connectionString: platform.adminUrl, max: 4 });
  await admin.query(LOG);
});
afterAll(async () => {
  await admin.end();
  await platform.close();
});

/** Everything that happens to reservations, in order. */
const LOG = `
create table reservation_log (number bigserial, old_id text, new_id text);
create function log_reservation() returns trigger security definer as $$ begin
  if tg_op = 'DELETE' then insert into reservation_log (old_id) values (old.id);
  elsif tg_op = 'INSERT' then insert into reservation_log (new_id) values (new.id);
  else insert into reservation_log (old_id, new_id) values (old.id, new.id);
  end if;
  return null;
end $$ language plpgsql;
create trigger log_reservation after insert or update or delete on reservation
  for each row execute function log_reservation();`;

async function post(agency: number, path: string, payload: object = {}) {
  const authorization = `Bearer ${agencies[agency]!.token}`;
  const url = `/open/v1/order/${path}`;
  const answer = await platform.app.inject({ method: 'POST', url, headers: { authorization }, payload });
  const { code, data } = answer.json();
  return { code: code as number, data };
}

interface Known {
  readonly agency: number;
  readonly id: string;
}

class Run {
  readonly holds: Known[] = [];
  readonly orders: Known[] = [];
  readonly answers: string[] = [];

  async act(agency: number, script: readonly Step[]): Promise<void> {
    for (const step of script) this.answers.push(`${step.kind} ${await this.#take(agency, step)}`);
  }

  async #take(agency: number, step: Step): Promise<number> {
    if (step.kind === 'hold' || step.kind === 'create') return await this.#ask(agency, step.kind, step.trip);
    const known = step.kind === 'cancel' ? this.orders : this.holds;
    const one = known[step.pick % Math.max(known.length, 1)];
    if (one === undefined) return 0;
    if (step.kind === 'change') return await this.#change(one, step.trip);
    if (step.kind === 'expire') return await expire(one.id);
    if (step.kind === 'book') return await this.#note(one.agency, 'create', { ...CONTACT, holdId: one.id });
    const path = step.kind === 'cancel' ? `cancel/${one.id}` : `hold/${step.kind}/${one.id}`;
    return (await post(one.agency, path)).code;
  }

  /** Of whichever guide it is: what does not fit is refused. */
  async #change({ agency, id }: Known, trip: Trip): Promise<number> {
    const { guideId: _, ...members } = bodyOf(trip);
    return (await post(agency, `hold/change/${id}`, members)).code;
  }

  async #ask(agency: number, kind: 'hold' | 'create', trip: Trip) {
    const body = bodyOf(trip);
    return await this.#note(agency, kind, kind === 'hold' ? body : { ...CONTACT, ...body });
  }

  async #note(agency: number, path: 'hold' | 'create', body: object): Promise<number> {
    const { code, data } = await post(agency, path, body);
    if (code !== 200) return code;
    if (path === 'hold') this.holds.push({ agency, id: data.holdId });
    else this.orders.push({ agency, id: data.orderId });
    return code;
  }
}

const bodyOf = ({ day: number, ...trip }: Trip) => ({ ...trip, tripDate: addDays(FIRST_DAY, number) });
const CONTACT = { contactName: 'Ada', contactPhone: '+351912345678' };

/** Its time is over now, and its workflow is notified of it. */
async function expire(id: string): Promise<number> {
  // Until then it would wait for the time that it is started with.
  const isUnstarted = "select from hold where id = $1 and status = 'held' and workflow_started_at is null";
  await until(async () => (await admin.query(isUnstarted, [id])).rowCount === 0);
  const set = "update hold set expires_at = now() where id = $1 and status = 'held'";
  const { rowCount } = await admin.query(set, [id]);
  const handle = platform.temporal.client.workflow.getHandle(id);
  await handle.signal('changed').catch(() => undefined);
  return rowCount ?? 0;
}

const broken = async () => (await admin.query(BROKEN_RESERVATIONS)).rows;

async function watch(stop: AbortSignal): Promise<unknown[]> {
  const found: unknown[] = [];
  while (!stop.aborted) found.push(...(await broken()));
  return found;
}

/** What became of the time of each hold that was booked: one reservation, moved by changes, renamed. */
const GAPS = `
select h.id, array_agg(coalesce(l.old_id, '') || '>' || coalesce(l.new_id, '') order by l.number) as course
from hold h join reservation_log l on h.id in (l.old_id, l.new_id) or l.new_id = h.order_id
where h.status = 'booked' and l.old_id is distinct from l.new_id group by h.id, h.order_id
having array_agg(coalesce(l.old_id, '') || '>' || coalesce(l.new_id, '') order by l.number)
  <> array['>' || h.id, h.id || '>' || h.order_id]`;

test('whatever comes at once to few guides, nothing overlaps, nothing is lost in between, and all that is left ends', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(scripts, async (all) => {
    const run = new Run();
    const done = new AbortController();
    const watching = watch(done.signal);
    await Promise.all(all.map((script, actor) => run.act(actor % agencies.length, script)));
    done.abort();
    expect(await watching).toEqual([]);
    for (const answer of run.answers) seen.add(answer);

    await Promise.all(run.holds.map(({ id }) => expire(id)));
    await until(async () => (await admin.query("select from hold where status = 'held'")).rowCount === 0);
    expect(await broken()).toEqual([]);
    expect((await admin.query(GAPS)).rows).toEqual([]);
    await Promise.all(run.orders.map(({ agency, id }) => post(agency, `cancel/${id}`)));
    expect((await admin.query('select from reservation')).rowCount).toBe(0);
  });
  await fc.assert(property, { numRuns: RUNS });

  // It was no quiet run: each of these came about.
  const expected = [
    'hold 200',
    'hold 40902',
    'create 40902',
    'book 200',
    'book 40907',
    'extend 200',
    'change 200',
    'change 40902',
    'change 40907',
    'release 200',
  ];
  expect([...seen]).toEqual(expect.arrayContaining(expected));
  expect([...seen].filter((answer) => /50000|50301/.test(answer))).toEqual([]);
});
