import { Migration } from '@mikro-orm/migrations';

/** Keys for OCTO, kept as their hash; guides of the sandbox with room for any number of parties. */
export class Migration20261124160000_octo_keys extends Migration {
  override name = 'Migration20261124160000_octo_keys';

  override up(): void | Promise<void> {
    this.addSql(`alter table "credential" add "key_hash" varchar(43) null, add "products" text[] null;`);
    this.addSql(`alter table "credential" alter column "secret_encrypted" drop not null;`);
    this.addSql(`alter table "credential" add constraint "credential_key_hash_unique" unique ("key_hash");`);
    this.addSql(
      `alter table "credential" add constraint "credential_is_one_thing" check ((secret_encrypted is null) <> (key_hash is null));`,
    );

    this.addSql(`alter table "reservation" drop constraint "reservation_end_at_check";`);
    this.addSql(
      `alter table "reservation" add constraint "reservation_end_at_check" check (end_at >= start_at);`,
    );
    this.addSql(
      `create or replace function "reservation_reservation_with_room_fn"() returns trigger as $$ begin new.end_at := new.start_at; return new; end; $$ language plpgsql;`,
    );
    this.addSql(`create trigger "reservation_with_room" BEFORE INSERT OR UPDATE on "reservation" for each ROW
  when (new.guide_id in ('G9000006', 'G9000007')) execute function "reservation_reservation_with_room_fn"();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "credential" drop constraint "credential_key_hash_unique";`);
    this.addSql(`alter table "credential" drop constraint "credential_is_one_thing";`);
    this.addSql(`alter table "credential" drop column "key_hash", drop column "products";`);
    this.addSql(`alter table "credential" alter column "secret_encrypted" set not null;`);

    this.addSql(`alter table "reservation" drop constraint "reservation_end_at_check";`);
    this.addSql(`drop trigger if exists "reservation_with_room" on "reservation";`);
    this.addSql(`drop function if exists "reservation_reservation_with_room_fn"();`);
    this.addSql(
      `alter table "reservation" add constraint "reservation_end_at_check" check (end_at > start_at);`,
    );
  }
}
