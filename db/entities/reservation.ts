import { defineEntity, p } from '@mikro-orm/core';
import { ROOMY_GUIDES } from '../../domain/sandbox.ts';
import { index } from './index-on.ts';

/**
 * Somebody has a guide's time: a live order or a hold, whose id it carries. The constraint `reservation_apart` keeps those
 * of one guide apart, but for parties of one departure, of which the trigger `reservation_within_capacity` lets in as
 * many guests as there are places (docs/decisions/0074). Whatever writes an order or a hold takes
 * the time first, and the statement that ends one gives it back (db/queries/orders/reservations.ts).
 */
const ReservationSchema = defineEntity({
  name: 'Reservation',
  tableName: 'reservation',
  indexes: [
    {
      // An exclusion constraint is known to the schema generator by its index only.
      name: 'reservation_apart',
      expression:
        'alter table reservation add constraint reservation_apart exclude using gist ' +
        '(guide_id with =, tstzrange(start_at, end_at) with &&, coalesce(departure, id) with <>)',
    },
    // How many places are taken.
    index(
      'reservation_departure',
      'reservation (guide_id, departure) include (places) where departure is not null',
    ),
  ],
  triggers: [
    {
      name: 'reservation_within_capacity',
      timing: 'after',
      events: ['insert', 'update'],
      expression:
        'create trigger reservation_within_capacity after insert or update of departure, places, capacity, guide_id on reservation ' +
        'for each row when (new.departure is not null) execute function refuse_beyond_capacity()',
    },
  ],
  checks: [
    {
      // A time without length overlaps with none (`keptUntil` of db/queries/orders/reservations.ts).
      name: 'reservation_with_room',
      expression: `guide_id not in (${ROOMY_GUIDES.map((id) => `'${id}'`).join(', ')}) or end_at = start_at`,
    },
    { name: 'reservation_party', expression: 'num_nulls(departure, places, capacity) in (0, 3)' },
  ],
  properties: {
    /** The id of the order or the hold. */
    id: p.string().length(27).primary(),
    /** A Guide's. No foreign key: the order or the hold has one, and this is the busiest of writes. */
    guideId: p.string().length(19),
    startAt: p.datetime(),
    /** As `startAt` for a guide with room for any number of parties: such a time overlaps with none. */
    endAt: p.datetime().check('end_at >= start_at'),
    /** Of a party that shares the guide with others: the departure (domain/departure.ts). */
    departure: p.string().length(80).nullable(),
    /** The party's guests. */
    places: p.integer().nullable().check('places >= 1'),
    /** Of the departure, when the party booked. */
    capacity: p.integer().nullable().check('capacity >= 1'),
    /** Of an order in a departure with a least number of guests: what was decided; null: nothing yet. False: the order is being cancelled. */
    goes: p.boolean().nullable(),
  },
});

export class Reservation extends ReservationSchema.class {}
ReservationSchema.setClass(Reservation);
