import { Migration } from '@mikro-orm/migrations';

/** Files are written as they come; what is on its way lies apart from what is stored. */
export class Migration20261124130000_upload_parts extends Migration {
  override name = 'Migration20261124130000_upload_parts';

  override up(): void {
    this.addSql(
      `create table "upload_part" ("upload_id" uuid not null, "number" int not null, "content_encrypted" text not null, "created_at" timestamptz not null default now(), primary key ("upload_id", "number"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "upload_part";`);
  }
}
