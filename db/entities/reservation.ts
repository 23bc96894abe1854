import { defineEntity, p } from '@mikro-orm/core';
import { ROOMY_GUIDES } from '../../domain/sandbox.ts';

/**
 * Somebody has a guide's time: a live order or a hold, whose id it carries. The constraint `reservation_apart` keeps those
 * of one guide apart; there is no other rule about it (docs/decisions/0074). Whatever writes an order or a hold takes
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
        '(guide_id with =, tstzrange(start_at, end_at) with &&)',
    },
  ],
  checks: [
    {
      // A time without length overlaps with none (`keptUntil` of db/queries/orders/reservations.ts).
      name: 'reservation_with_room',
      expression: `guide_id not in (${ROOMY_GUIDES.map((id) => `'${id}'`).join(', ')}) or end_at = start_at`,
    },
  ],
  properties: {
    /** The id of the order or the hold. */
    id: p.string().length(27).primary(),
    /** A Guide's. No foreign key: the order or the hold has one, and this is the busiest of writes. */
    guideId: p.string().length(19),
    startAt: p.datetime(),
    /** As `startAt` for a guide with room for any number of parties: such a time overlaps with none. */
    endAt: p.datetime().check('end_at >= start_at'),
  },
});

export class Reservation extends ReservationSchema.class {}
ReservationSchema.setClass(Reservation);
