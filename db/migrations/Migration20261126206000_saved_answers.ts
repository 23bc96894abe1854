import { Migration } from '@mikro-orm/migrations';

/** Texts that a merchant's people keep for what they often write. */
export class Migration20261126206000_saved_answers extends Migration {
  override name = 'Migration20261126206000_saved_answers';

  override up(): void {
    this.addSql(
      `create table "saved_answer" ("id" bigserial primary key, "owner_key" varchar(64) not null, "name" varchar(60) not null,
         "text" varchar(2000) not null);`,
    );
    this.addSql('create unique index saved_answer_name on saved_answer (owner_key, lower(name));');
    this.addSql(
      `alter table "saved_answer" add constraint "saved_answer_owner_key_foreign" foreign key ("owner_key") references "merchant" ("key");`,
    );
  }
}
