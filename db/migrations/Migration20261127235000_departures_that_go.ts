import { Migration } from '@mikro-orm/migrations';

// Volatile, as places_taken is: it sees what was committed before the guide's lock was had. Guests of holds do not make a start go.
const START_GOES = `create function start_goes(of_guide text, of_departure text, party int, must_reach int) returns boolean
      language sql volatile as $$
      select coalesce(must_reach, 1) <= party or coalesce(bool_or(goes), false)
        or must_reach <= party + coalesce(sum(places) filter (where id like 'ORD%' and goes is distinct from false), 0)
      from reservation where guide_id = of_guide and departure = of_departure $$;`;

/** Whether a departure goes, which is decided before its start. */
export class Migration20261127235000_departures_that_go extends Migration {
  override name = 'Migration20261127235000_departures_that_go';

  override up(): void {
    this.addSql('alter table "reservation" add column "goes" boolean null;');
    this.addSql(START_GOES);
  }
}
