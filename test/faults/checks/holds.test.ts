/** The check of holds is shown a world in which nothing is wrong, and then one with each fault that it is for. */
import { expect, test } from '@jest/globals';
import type { Books, HoldRow } from '../facts.ts';
import { createJournal, type HoldIntent } from '../journal.ts';
import { checkHolds } from './holds.ts';

const AT = Date.parse('2027-05-01T08:00:00Z');
const agency = 'agency';
const notified = (holdId: string, seconds = 60) =>
  ({ kind: 'acknowledged', holdId, expiresAt: new Date(AT + seconds * 1_000) }) as const;

/** One that was extended and booked, one released, one that expired, one refused. */
function soundWorld() {
  const row = { merchant_key: agency, order_id: null, is_started: true, waitlist_entry_id: null };
  const expires_at = new Date(AT + 60_000);
  const rows: HoldRow[] = [
    {
      ...row,
      id: 'HLD1',
      status: 'booked',
      order_id: 'ORD1',
      expires_at: new Date(AT + 90_000),
      updated_at: new Date(AT),
    },
    { ...row, id: 'HLD2', status: 'released', expires_at, updated_at: new Date(AT) },
    { ...row, id: 'HLD3', status: 'expired', expires_at, updated_at: new Date(AT + 60_100) },
  ];
  const intents: HoldIntent[] = [
    {
      agency,
      key: 'hold-1',
      outcome: notified('HLD1'),
      extended: [notified('HLD1', 90), { kind: 'unanswered' }],
      booked: { kind: 'acknowledged', orderId: 'ORD1', status: 'pending' },
    },
    { agency, key: 'hold-2', outcome: notified('HLD2'), extended: [], released: notified('HLD2') },
    {
      agency,
      key: 'hold-3',
      outcome: notified('HLD3'),
      extended: [],
      booked: { kind: 'refused', code: 40907 },
    },
    { agency, key: 'hold-4', outcome: { kind: 'refused', code: 40902 }, extended: [] },
  ];
  const holds = new Map(rows.map((hold) => [hold.id, { ...hold }]));
  const holdKeys = new Map(rows.map(({ id }, index) => [`${agency} hold-${index + 1}`, id]));
  const reservations: Books['reservations'][number][] = [];
  return { holds, holdKeys, reservations, intents };
}
type World = ReturnType<typeof soundWorld>;

function rulesBrokenBy(damage: (world: World) => unknown): string[] {
  const world = soundWorld();
  damage(world);
  const journal = { ...createJournal(), holds: world.intents };
  return [...new Set(checkHolds(journal, world as unknown as Books).map(({ rule }) => rule))];
}

const change = (id: string, changes: Partial<HoldRow>) => (world: World) =>
  world.holds.set(id, { ...(world.holds.get(id) as HoldRow), ...changes });

test('a sound world is found sound', () => {
  expect(rulesBrokenBy(() => undefined)).toEqual([]);
});

const PROMISED = 'what was answered of a hold came about';
const LOST = 'an acknowledged hold exists once, as it was answered';
const SURPLUS = 'a hold is made once at most, and not where it was refused';
const FAULTS: [string, string[], (world: World) => unknown][] = [
  ['an acknowledged hold is lost', [LOST], ({ holds }) => holds.delete('HLD2')],
  ['its key forgot it', [LOST, SURPLUS], ({ holdKeys }) => holdKeys.delete(`${agency} hold-2`)],
  ["another merchant's has its id", [LOST], change('HLD2', { merchant_key: 'other' })],
  [
    'a repeat made another',
    [SURPLUS],
    (world) => world.holds.set('HLD9', { ...(world.holds.get('HLD2') as HoldRow), id: 'HLD9' }),
  ],
  ['a refused one was made', [SURPLUS], ({ holdKeys }) => holdKeys.set(`${agency} hold-4`, 'HLD3')],
  ['a booked one has another order', [PROMISED], change('HLD1', { order_id: 'ORD2' })],
  [
    'a booked one expired',
    [PROMISED],
    change('HLD1', { status: 'expired', updated_at: new Date(AT + 90_000) }),
  ],
  ['an extension is lost', [PROMISED], change('HLD1', { expires_at: new Date(AT + 60_000) })],
  ['a released one was booked', [PROMISED], change('HLD2', { status: 'booked' })],
  ['a refused booking came about', [PROMISED], change('HLD3', { status: 'booked' })],
  [
    'one ends before its time',
    ['no hold ends before its time'],
    change('HLD3', { updated_at: new Date(AT) }),
  ],
  ['one is held for ever', ['no hold stays held past its time'], change('HLD3', { status: 'held' })],
  [
    'two share a guide',
    ['a rule'],
    ({ reservations }) => reservations.push({ rule: 'a rule', evidence: 'HLD1' }),
  ],
];

test.each(FAULTS)('found: %s', (_name, rules, damage) => {
  expect(rulesBrokenBy(damage)).toEqual(rules);
});
