import { Migration } from '@mikro-orm/migrations';

export class Migration20261121033011_initial extends Migration {
  override name = 'Migration20261121033011_initial';

  override up(): void | Promise<void> {
    this.addSql(`create extension if not exists btree_gist;`);
    this.addSql(`create sequence guide_number start 1001;`);

    this.addSql(`alter table "orders" drop constraint "orders_guide_days_free";`);
    this.addSql(
      `alter table orders add constraint orders_guide_days_free exclude using gist (guide_id with =, daterange(trip_date, trip_date + trip_days) with &&) where (status in ('pending', 'confirmed', 'in_progress'));`,
    );

    this.addSql(`alter table "notification" add "body" text not null;`);
  }
}
