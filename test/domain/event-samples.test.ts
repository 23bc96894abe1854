import { expect, test } from '@jest/globals';
import { sampleBody } from '../../domain/event-samples.ts';
import { EVENT_FILTERS, EVENT_TYPES, filtersTaking, typesTakenBy } from '../../domain/event-types.ts';
import { violationsOf } from '../support/documents/event-schemas.ts';

const ID = 'NTF1795230000000123456-0';

test.each(EVENT_TYPES)('the sample of %s has the members that its schema names, and no more', (type) => {
  const body = sampleBody(type, ID, new Date('2027-05-01T08:00:00Z'));
  expect(violationsOf(body)).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({ type, notificationId: ID });
});

test('a sample is of the moment, also at the end of a month and of a year', () => {
  for (const now of ['2027-12-31T23:59:59.999Z', '2028-02-29T00:00:00.000Z'].map((text) => new Date(text))) {
    for (const type of EVENT_TYPES) {
      const body = sampleBody(type, ID, now);
      expect(violationsOf(body)).toEqual([]);
      expect(JSON.parse(body).occurredAt).toBe(now.toISOString());
    }
  }
});

test('what is about an order or a statement of nobody belongs to nobody: ids that are never given out', () => {
  const now = new Date('2027-05-01T08:00:00Z');
  const bodies = EVENT_TYPES.map((type) => sampleBody(type, ID, now)).join('\n');
  expect(new Set(bodies.match(/ORD\d+/g))).toEqual(new Set(['ORD1000000000000000000']));
  expect(new Set(bodies.match(/STL\d+/g))).toEqual(new Set(['STL1000000000']));
});

test('a filter takes the types that it says', () => {
  expect(typesTakenBy(['*'])).toEqual(EVENT_TYPES);
  expect(typesTakenBy(['merchant.*', 'review.created'])).toEqual([
    'review.created',
    'merchant.verified',
    'merchant.refused',
  ]);
  for (const filter of EVENT_FILTERS) {
    expect(typesTakenBy([filter])).toEqual(
      EVENT_TYPES.filter((type) => filtersTaking(type).includes(filter)),
    );
  }
});
