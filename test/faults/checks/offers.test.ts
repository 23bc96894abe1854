/** The check of offers is shown a run in which nothing is wrong, and then one with each fault that it is for. */
import { expect, test } from '@jest/globals';
import type { Books, EventRow, HoldRow } from '../facts.ts';
import { createJournal, type Journal } from '../journal.ts';
import { checkOffers } from './offers.ts';

const CALLED_OFF = 'fewer than 4 guests came together for this start';
const hold = (changes: Partial<HoldRow>) =>
  ({ id: 'HLD1', status: 'booked', order_id: 'ORD1', waitlist_entry_id: '7', ...changes }) as HoldRow;

function soundRun() {
  const create = {
    ...{ agency: 'agency', key: 'k', reference: 'r', turn: 'HLD1' },
    outcome: { kind: 'acknowledged', orderId: 'ORD1', status: 'confirmed' },
  } as const;
  const creates: Journal['creates'][number][] = [create];
  const other = { ...create, outcome: { kind: 'refused', code: 40902 } } as const;
  for (let number = 0; number < 500; number++) creates.push(other);
  const event = { actor_kind: 'studio', note: CALLED_OFF } as EventRow;
  const offers: Books['offers'][number][] = [];
  return {
    creates,
    offers,
    holds: new Map([['HLD1', hold({})]]),
    events: new Map([['ORD2', [event]]]),
  };
}

function rulesBrokenBy(damage: (run: ReturnType<typeof soundRun>) => unknown): string[] {
  const run = soundRun();
  damage(run);
  return checkOffers({ ...createJournal(), creates: run.creates }, run).map(({ rule }) => rule);
}

test('a sound run is found sound', () => {
  expect(rulesBrokenBy(() => undefined)).toEqual([]);
});

const BOOKED = 'a turn that was booked is that order';
const SILENT = 'turns come, and starts are called off';
test.each<[string, string[], (run: ReturnType<typeof soundRun>) => unknown]>([
  ['a booked turn is lost', [BOOKED, SILENT], ({ holds }) => holds.delete('HLD1')],
  ['it has another order', [BOOKED], ({ holds }) => holds.set('HLD1', hold({ order_id: 'ORD2' }))],
  ['it ended', [BOOKED], ({ holds }) => holds.set('HLD1', hold({ status: 'expired', order_id: null }))],
  ['no turn came', [SILENT], ({ holds }) => holds.set('HLD1', hold({ waitlist_entry_id: null }))],
  ['no start was called off', [SILENT], ({ events }) => events.clear()],
  ['a rule of the database', ['a rule'], ({ offers }) => offers.push({ rule: 'a rule', evidence: 'ORD3' })],
])('found: %s', (_name, rules, damage) => {
  expect(rulesBrokenBy(damage)).toEqual(rules);
});
