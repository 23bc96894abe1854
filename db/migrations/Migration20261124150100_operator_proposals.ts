import { Migration } from '@mikro-orm/migrations';

/** What takes two operators waits here; and who asked for a link: the provider, or an operator in its place. */
export class Migration20261124150100_operator_proposals extends Migration {
  override name = 'Migration20261124150100_operator_proposals';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "operator_proposal" ("id" bigserial primary key, "action" text not null, "subject" varchar(120) not null, "details" jsonb not null, "proposed_by" varchar(80) not null, "created_at" timestamptz not null default now(), "state" text not null default 'open', "decided_by" varchar(80) null, "decided_at" timestamptz null);`,
    );
    this.addSql(
      `create unique index operator_proposal_open on operator_proposal (subject, action) where state = 'open';`,
    );

    this.addSql(`alter table "link_request" add "asked_by" varchar(80) null;`);

    this.addSql(
      `alter table "operator_proposal" add constraint "operator_proposal_decided" check ((state = 'open') = (decided_at is null));`,
    );
    this.addSql(
      `alter table "operator_proposal" add constraint "operator_proposal_two_people" check (state <> 'confirmed' or decided_by is distinct from proposed_by);`,
    );
    this.addSql(
      `alter table "operator_proposal" add constraint "operator_proposal_action_check" check ("action" in ('merchant.approve', 'verification.approve', 'settlement.pay', 'provider.link', 'operator.role'));`,
    );
    this.addSql(
      `alter table "operator_proposal" add constraint "operator_proposal_state_check" check ("state" in ('open', 'confirmed', 'declined'));`,
    );
    this.addSql(
      `create or replace function "operator_proposal_operator_proposal_frozen_fn"() returns trigger as $$ begin if old.state = 'open' and (new.id, new.action, new.subject, new.details, new.proposed_by, new.created_at) is not distinct from (old.id, old.action, old.subject, old.details, old.proposed_by, old.created_at) then return new; end if; raise exception 'what was proposed stays as it was'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "operator_proposal_frozen" BEFORE UPDATE on "operator_proposal" for each ROW execute function "operator_proposal_operator_proposal_frozen_fn"();`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "operator_proposal_frozen" on "operator_proposal";`);
    this.addSql(`drop function if exists "operator_proposal_operator_proposal_frozen_fn"();`);
    this.addSql(`drop table if exists "operator_proposal" cascade;`);

    this.addSql(`alter table "link_request" drop column "asked_by";`);
  }
}
