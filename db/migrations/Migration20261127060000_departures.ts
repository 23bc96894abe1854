import { Migration } from '@mikro-orm/migrations';

const COLUMNS = [
  `alter table "reservation" add column "departure" varchar(80) null, add column "places" int null, add column "capacity" int null;`,
  `alter table "reservation" add constraint "reservation_places_check" check (places >= 1);`,
  `alter table "reservation" add constraint "reservation_capacity_check" check (capacity >= 1);`,
  `alter table "reservation" add constraint "reservation_party" check (num_nulls(departure, places, capacity) in (0, 3));`,
  'create index reservation_departure on reservation (guide_id, departure) include (places) where departure is not null;',
];

const WAITING = [
  'alter table "waitlist_entry" add column "guest_count" int not null default 1;',
  'alter table "waitlist_entry" add constraint "waitlist_entry_guest_count_check" check (guest_count >= 1);',
];

// What a hold kept before it was moved to another time.
const MOVED_HOLDS = [
  'alter table "hold" add column "earlier" jsonb null, add column "moved_at" timestamptz null;',
  'create index hold_moved on hold (guide_id, merchant_key, created_at) where earlier is not null;',
];

// What a program of before writes has no departure, and so the guide for itself.
const APART = [
  'alter table reservation drop constraint reservation_apart;',
  `alter table reservation add constraint reservation_apart exclude using gist (guide_id with =, tstzrange(start_at, end_at) with &&, coalesce(departure, id) with <>);`,
];

// Volatile, so that it sees what was committed before the guide's lock was had, not only before its statement began.
const PLACES_TAKEN = `create function places_taken(of_guide text, of_departure text) returns int
      language sql volatile as $$
      select coalesce(sum(places), 0)::int from reservation
      where guide_id = of_guide and departure = of_departure $$;`;

/** The guide's lock makes those who book a departure take turns, whoever they are. */
const WITHIN_CAPACITY = [
  `create function refuse_beyond_capacity() returns trigger language plpgsql as $$
      begin
        perform from guide where id = new.guide_id for no key update;
        if places_taken(new.guide_id, new.departure) > new.capacity then
          raise exception 'the departure has too few places left' using errcode = 'exclusion_violation', constraint = 'reservation_within_capacity';
        end if;
        return null;
      end $$;`,
  `create trigger reservation_within_capacity after insert or update of departure, places, capacity, guide_id on reservation for each row when (new.departure is not null) execute function refuse_beyond_capacity();`,
];

/** Several parties share a departure of a guide. */
export class Migration20261127060000_departures extends Migration {
  override name = 'Migration20261127060000_departures';

  override up(): void {
    for (const sql of [...COLUMNS, ...WAITING, ...MOVED_HOLDS, ...APART, PLACES_TAKEN, ...WITHIN_CAPACITY])
      this.addSql(sql);
  }
}
