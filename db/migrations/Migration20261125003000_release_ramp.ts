import { Migration } from '@mikro-orm/migrations';

/** Which release is tried beside the running one, and which part of new orders it gets (docs/decisions/0160). */
export class Migration20261125003000_release_ramp extends Migration {
  override name = 'Migration20261125003000_release_ramp';

  override up(): void {
    this.addSql(
      'alter table "installation" add "ramp_program" int null, add "ramp_percent" smallint null, add constraint "installation_ramp_check" ' +
        'check ((ramp_program is null) = (ramp_percent is null) and ramp_program > 0 and ramp_percent between 0 and 100);',
    );
  }
}
