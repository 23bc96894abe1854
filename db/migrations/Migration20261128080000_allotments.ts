import { Migration } from '@mikro-orm/migrations';

// Volatile, as places_taken is. Whose a party is, its order or its hold says.
const PLACES_KEPT = `create function places_kept(of_guide text, of_departure text, kept jsonb) returns int
      language sql volatile as $$
      select coalesce(sum(greatest(0, share.places - (
        select coalesce(sum(r.places), 0) from reservation r
        where r.guide_id = of_guide and r.departure = of_departure and jsonb_exists(share.agencies, coalesce(
          (select o.merchant_key from orders o where o.id = r.id), (select h.merchant_key from hold h where h.id = r.id)))))), 0)::int
      from jsonb_to_recordset(kept) as share (agencies jsonb, places int) $$;`;

/** Trips, and places of shared trips, that are kept for some agencies. */
export class Migration20261128080000_allotments extends Migration {
  override name = 'Migration20261128080000_allotments';

  override up(): void {
    this.addSql(`alter table "guide" add column "allotments" jsonb not null default '[]';`);
    this.addSql('drop index guide_with_stop_sales;');
    this.addSql(
      `create index guide_with_stops on guide (sandbox) where deleted_at is null and (stop_sales <> '[]' or allotments <> '[]');`,
    );
    this.addSql(PLACES_KEPT);
  }
}
