import { Migration } from '@mikro-orm/migrations';

/** A change that ended without an answer says why. Those of orders that have moved on, which nothing had ended, have ended with that move. */
export class Migration20261124100000_change_ends extends Migration {
  override name = 'Migration20261124100000_change_ends';

  override up(): void | Promise<void> {
    this.addSql(`alter table "order_change" add "end_reason" text null;`);
    this.addSql(
      `alter table "order_change" add constraint "order_change_end_reason_check" check ("end_reason" in ('unanswered', 'trip_started', 'order_cancelled', 'replaced'));`,
    );
    this.addSql(`update order_change set end_reason = 'unanswered' where status = 'expired';`);
    // One that was withdrawn by its merchant has the number of that event.
    this.addSql(`update order_change c set end_reason = 'replaced' from order_event e
      where c.status = 'withdrawn' and e.order_id = c.order_id and e.sequence = c.sequence
        and e.reason = 'change_requested_by_merchant';`);
    this.addSql(`update order_change c set decided_at = e.occurred_at,
        end_reason = case when e.to_status = 'cancelled' then 'order_cancelled' else 'trip_started' end,
        status = case
          when e.to_status = 'cancelled' and e.actor_kind = 'merchant' then 'withdrawn'
          when e.to_status = 'cancelled' and e.actor_kind = 'studio' then 'declined'
          else 'expired' end
      from order_event e
      where c.status = 'requested' and e.order_id = c.order_id and e.from_status = 'confirmed'
        and e.to_status <> 'confirmed';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "order_change" drop constraint "order_change_end_reason_check";`);
    this.addSql(`alter table "order_change" drop column "end_reason";`);
  }
}
