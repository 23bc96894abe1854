import { Migration } from '@mikro-orm/migrations';

const START_GOES = `create or replace function start_goes(of_guide text, of_departure text, party int, must_reach int) returns boolean
      language sql volatile as $$
      select coalesce(must_reach, 1) <= party or coalesce(bool_or(goes), false)
        or must_reach <= party + coalesce(sum(places) filter (where id like 'ORD%' and goes is distinct from false), 0)
        or exists (select from reservation r join orders o on o.id = r.id
          where r.guide_id = of_guide and r.departure = of_departure and r.goes is null and o.trip->'leastGuestsToGo' is null)
      from reservation where guide_id = of_guide and departure = of_departure $$;`;

/** A departure goes with an order that was booked without a least number, however few guests it has. */
export class Migration20261129061000_starts_without_least extends Migration {
  override name = 'Migration20261129061000_starts_without_least';

  override up(): void {
    this.addSql(START_GOES);
  }
}
