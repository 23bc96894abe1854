import { Migration } from '@mikro-orm/migrations';

/** Operators propose exports and erasures of personal data; a confirmed export is collected once, which is all that changes afterwards. */
export class Migration20261125004000_personal_requests extends Migration {
  override name = 'Migration20261125004000_personal_requests';

  override up(): void {
    this.addSql(
      `alter table "operator_proposal" add "collected_at" timestamptz null, drop constraint "operator_proposal_action_check",
         add constraint "operator_proposal_action_check" check ("action" in ('merchant.approve', 'verification.approve', 'settlement.pay', 'provider.link', 'operator.role', 'personal.export', 'personal.erase'));`,
    );
    // Its trigger stays.
    this.addSql(
      `create or replace function "operator_proposal_operator_proposal_frozen_fn"() returns trigger as $$ begin if old.state = 'open' and (new.id, new.action, new.subject, new.details, new.proposed_by, new.created_at) is not distinct from (old.id, old.action, old.subject, old.details, old.proposed_by, old.created_at) then return new; end if; if old.state = 'confirmed' and old.collected_at is null and to_jsonb(new) - 'collected_at' = to_jsonb(old) - 'collected_at' then return new; end if; raise exception 'what was proposed stays as it was'; end; $$ language plpgsql;`,
    );
  }
}
