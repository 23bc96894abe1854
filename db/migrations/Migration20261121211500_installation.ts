import { Migration } from '@mikro-orm/migrations';

export class Migration20261121211500_installation extends Migration {
  override name = 'Migration20261121211500_installation';

  override up(): void {
    this.addSql(
      `create table "installation" ("id" uuid not null, "singleton" boolean not null default true, "created_at" timestamptz not null default now(), "key_check" text null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "installation" add constraint "installation_singleton_unique" unique ("singleton");`,
    );
    this.addSql(
      `alter table "installation" add constraint "installation_singleton_check" check (singleton);`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "installation";`);
  }
}
