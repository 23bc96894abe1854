import { Migration } from '@mikro-orm/migrations';

/** How much of a guide one agency may keep without a confirmed order (docs/decisions/0074). */
export class Migration20261124180000_unconfirmed_days extends Migration {
  override name = 'Migration20261124180000_unconfirmed_days';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "guide" add "max_unconfirmed_days" int not null default 30, add "max_held_hours" int not null default 72;`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_max_unconfirmed_days_check" check (max_unconfirmed_days >= 1 and max_unconfirmed_days <= 3650);`,
    );
    this.addSql(
      `alter table "guide" add constraint "guide_max_held_hours_check" check (max_held_hours >= 1 and max_held_hours <= 720);`,
    );
    this.addSql(
      `create index orders_keeping_guide on orders (guide_id, merchant_key) include (trip_days) where status = 'pending' and not instant_confirmation;`,
    );
    this.addSql(`alter table "hold" add "released_at" timestamptz null;`);
    this.addSql(`create index hold_keeping_guide on hold (guide_id, merchant_key) where status = 'held';`);
    this.addSql(
      `create index hold_in_vain on hold (guide_id, merchant_key, created_at) where status in ('released', 'expired');`,
    );
    // One person's companies are one agency: whoever owns this merchant's company, and all that they own besides.
    this.addSql(`create function merchants_beside(whose text) returns text[] language sql stable as $$
      select array_agg(distinct beside.key) from (
        select whose as key
        union all
        select unnest(array[other.sandbox_key, other.live_key])
        from company own
        join membership owner on owner.company_id = own.id and owner.role = 'owner'
        join membership besides on besides.person_id = owner.person_id and besides.role = 'owner'
        join company other on other.id = besides.company_id
        where whose in (own.sandbox_key, own.live_key)
      ) beside where beside.key is not null
    $$;`);
    // Volatile, so that it sees what was committed before the guide's lock was had, not only before its statement began.
    // Every row is a day at least: so many rows as days are allowed are enough. What all agencies keep together is read
    // first, since only where that is too much it matters who keeps it.
    this.addSql(`create function guide_days_fit(of_guide text, of_merchant text, at timestamptz, days int, allowed int, except_order text)
      returns boolean language plpgsql volatile as $$
    declare
      kept bigint;
      agency text[];
    begin
      select coalesce(sum(part.days), 0) into kept from (
        (select o.trip_days as days from orders o
         where o.guide_id = of_guide and o.status = 'pending' and not o.instant_confirmation limit allowed)
        union all
        (select coalesce((h.terms->>'tripDays')::int, 1) from hold h
         where h.guide_id = of_guide and h.status = 'held' limit allowed)) part;
      if kept = 0 or kept + days <= allowed then
        return true;
      end if;
      agency := merchants_beside(of_merchant);
      select coalesce(sum(part.days), 0) into kept from (
        (select o.trip_days as days from orders o
         where o.guide_id = of_guide and o.merchant_key = any(agency) and o.status = 'pending'
           and not o.instant_confirmation and o.id is distinct from except_order limit allowed)
        union all
        (select coalesce((h.terms->>'tripDays')::int, 1) from hold h
         where h.guide_id = of_guide and h.merchant_key = any(agency) and h.status = 'held' and h.expires_at > at
         limit allowed)) part;
      return kept = 0 or kept + days <= allowed;
    end $$;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function if exists guide_days_fit(text, text, timestamptz, int, int, text);`);
    this.addSql(`drop function if exists merchants_beside(text);`);
    this.addSql(`drop index "hold_keeping_guide";`);
    this.addSql(`drop index "hold_in_vain";`);
    this.addSql(`alter table "hold" drop column "released_at";`);
    this.addSql(`drop index "orders_keeping_guide";`);
    this.addSql(`alter table "guide" drop constraint "guide_max_unconfirmed_days_check";`);
    this.addSql(`alter table "guide" drop constraint "guide_max_held_hours_check";`);
    this.addSql(`alter table "guide" drop column "max_unconfirmed_days", drop column "max_held_hours";`);
  }
}
