import { Migration } from '@mikro-orm/migrations';

/** What follows from a write is in the function that writes (docs/decisions/0172). */
export class Migration20261124213100_statements_act extends Migration {
  override name = 'Migration20261124213100_statements_act';

  override up(): void | Promise<void> {
    this.addSql(`drop trigger if exists "guide_changed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_changed_fn"();`);
    this.addSql(`drop trigger if exists "guide_freed" on "guide";`);
    this.addSql(`drop function if exists "guide_guide_freed_fn"();`);
    this.addSql(`drop trigger if exists "merchant_first_endpoint" on "merchant";`);
    this.addSql(`drop function if exists "merchant_merchant_first_endpoint_fn"();`);
    this.addSql(`drop trigger if exists "merchant_status_changed" on "merchant";`);
    this.addSql(`drop function if exists "merchant_merchant_status_changed_fn"();`);
    this.addSql(`drop trigger if exists "partnership_changed" on "partnership";`);
    this.addSql(`drop function if exists "partnership_partnership_changed_fn"();`);
    this.addSql(`drop trigger if exists "reservation_with_room" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_with_room_fn"();`);
    this.addSql(
      `alter table "reservation" add constraint "reservation_with_room" check (guide_id not in ('G9000006', 'G9000007') or end_at = start_at);`,
    );
  }
}
