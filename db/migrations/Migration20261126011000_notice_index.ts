import { Migration } from '@mikro-orm/migrations';

/** The order in which events are read for notices. Orders are taken while it is made; after a break it is begun again. */
export class Migration20261126011000_notice_index extends Migration {
  override name = 'Migration20261126011000_notice_index';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists notification_to_notice;');
    this.addSql(
      'create index concurrently notification_to_notice on notification (transaction_id, subject_id, position) where in_feed ' +
        "and type not in ('settlement.disputed', 'merchant.verified', 'merchant.refused', 'callback.failing', 'callback.paused', 'callback.recovered');",
    );
  }
}
