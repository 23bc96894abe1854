import { Migration } from '@mikro-orm/migrations';

const REFERENCES = {
  order_id: 'foreign key ("order_id") references "orders" ("id")',
  owner_key: 'foreign key ("owner_key") references "merchant" ("key")',
  // Whoever leaves a company has none of its orders from the same statement on.
  company_id_person_id:
    'foreign key ("company_id", "person_id") references "membership" ("company_id", "person_id")',
};

/** Orders are assigned to people. */
export class Migration20261126205000_order_assignments extends Migration {
  override name = 'Migration20261126205000_order_assignments';

  override up(): void {
    this.addSql(
      `create table "order_assignment" ("order_id" varchar(27) not null, "owner_key" varchar(64) not null,
         "company_id" varchar(20) not null, "person_id" bigint not null, "created_at" timestamptz not null default now(),
         primary key ("order_id", "owner_key"));`,
    );
    this.addSql(
      'create index order_assignment_of_person on order_assignment (person_id, owner_key, order_id);',
    );
    for (const [name, reference] of Object.entries(REFERENCES))
      this.addSql(
        `alter table "order_assignment" add constraint "order_assignment_${name}_foreign" ${reference} on update cascade on delete cascade;`,
      );
  }
}
