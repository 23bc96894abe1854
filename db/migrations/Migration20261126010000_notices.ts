import { Migration } from '@mikro-orm/migrations';

/** Notices of people about their company's orders and statements, which ones each of them wants, and how far events were read for it. */
export class Migration20261126010000_notices extends Migration {
  override name = 'Migration20261126010000_notices';

  override up(): void {
    this.addSql(
      'create table "notice_position" ("singleton" boolean not null default true, "transaction_id" xid8 not null, "subject_id" varchar(64) not null, "position" int not null, primary key ("singleton"));',
    );
    this.addSql(
      'alter table "notice_position" add constraint "notice_position_singleton_check" check (singleton);',
    );
    // Nobody is notified of what was before.
    this.addSql(
      `insert into "notice_position" (transaction_id, subject_id, position) values (feed_horizon(), '', 0);`,
    );
    this.addSql(
      'create table "notice_setting" ("person_id" bigint not null, "company_id" varchar(20) not null, "topics" text[] null, "mail" boolean not null default true, "sandbox" boolean not null default true, "time_zone" varchar(64) null, "quiet_from" smallint null, "quiet_until" smallint null, primary key ("person_id", "company_id"));',
    );
    this.addSql(
      'alter table "notice_setting" add constraint "notice_setting_person_id_foreign" foreign key ("person_id") references "person" ("id") on update cascade on delete cascade, ' +
        'add constraint "notice_setting_company_id_foreign" foreign key ("company_id") references "company" ("id") on update cascade on delete cascade, ' +
        'add constraint "notice_setting_quiet_check" check (num_nonnulls(time_zone, quiet_from, quiet_until) in (0, 3) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until);',
    );
    this.addSql(
      'create table "notice" ("id" bigserial primary key, "person_id" bigint not null, "company_id" varchar(20) not null, "merchant_key" varchar(64) not null, "notification_id" varchar(64) not null, "kind" text not null, "subject_id" varchar(64) not null, "created_at" timestamptz not null default now(), "read_at" timestamptz null, "mail_wanted" boolean not null);',
    );
    this.addSql('create index "notice_person_id_id_index" on "notice" ("person_id", "id");');
    this.addSql('create index "notice_created_at_index" on "notice" ("created_at");');
    this.addSql('create index notice_unread on notice (person_id) where read_at is null;');
    this.addSql('create index notice_to_mail on notice (company_id, person_id, id) where mail_wanted;');
    this.addSql(
      'alter table "notice" add constraint "notice_person_id_notification_id_unique" unique ("person_id", "notification_id"), ' +
        'add constraint "notice_person_id_foreign" foreign key ("person_id") references "person" ("id"), ' +
        'add constraint "notice_company_id_foreign" foreign key ("company_id") references "company" ("id"), ' +
        'add constraint "notice_merchant_key_foreign" foreign key ("merchant_key") references "merchant" ("key");',
    );
    this.addSql(
      `alter table "notice" add constraint "notice_kind_check" check ("kind" in ('request_new', 'request_due', 'change_requested', 'order_booked', 'order_confirmed', 'order_cancelled', 'order_changed', 'change_declined', 'change_withdrawn', 'change_expired', 'order_refunded', 'review_new', 'guide_available', 'message_new', 'statement_issued', 'dispute_answered', 'statement_paid'));`,
    );
    this.addSql('alter table "mail" add "unsubscribe_url" varchar(500) null;');
  }
}
