import { Migration } from '@mikro-orm/migrations';

/** Freed time of a guide is held for the first who waits, for as long as its studio says. */
export class Migration20261127230000_waitlist_windows extends Migration {
  override name = 'Migration20261127230000_waitlist_windows';

  override up(): void {
    this.addSql('alter table "guide" add column "waitlist_window_minutes" int not null default 0;');
    this.addSql(
      'alter table "guide" add constraint "guide_waitlist_window_minutes_check" check (waitlist_window_minutes >= 0 and waitlist_window_minutes <= 1440);',
    );
    this.addSql('alter table "hold" add column "waitlist_entry_id" bigint null;');
    this.addSql(
      'create index hold_of_waitlist on hold (waitlist_entry_id) where waitlist_entry_id is not null;',
    );
    this.addSql('alter table "waitlist_entry" add column "had_turn" boolean not null default false;');
  }
}
