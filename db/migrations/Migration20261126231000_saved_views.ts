import { Migration } from '@mikro-orm/migrations';

/** What people filter and sort their orders by, kept under a name. */
export class Migration20261126231000_saved_views extends Migration {
  override name = 'Migration20261126231000_saved_views';

  override up(): void {
    this.addSql(
      `create table "saved_view" ("id" bigserial primary key, "owner_key" varchar(64) not null, "company_id" varchar(20) null,
         "person_id" bigint null, "name" varchar(60) not null, "query" jsonb not null,
         constraint "saved_view_whose" check ((company_id is null) = (person_id is null)));`,
    );
    this.addSql(
      'create unique index saved_view_name on saved_view (owner_key, coalesce(person_id, 0), lower(name));',
    );
    this.addSql(
      'create index saved_view_of_person on saved_view (person_id, company_id) where person_id is not null;',
    );
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_owner_key_foreign" foreign key ("owner_key") references "merchant" ("key");`,
    );
    // Somebody's own end in the statement that ends the membership.
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_company_id_person_id_foreign" foreign key ("company_id", "person_id")
         references "membership" ("company_id", "person_id") on update cascade on delete cascade;`,
    );
    // A search may be for somebody's name: none of it in the planner's statistics.
    for (const column of ['name', 'query'])
      this.addSql(`alter table "saved_view" alter column "${column}" set statistics 0;`);
  }
}
