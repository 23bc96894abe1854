import { Migration } from '@mikro-orm/migrations';

/** Nobody judges a company of their own. Who is both from before keeps both rows, and has no desk (docs/decisions/0140). */
export class Migration20261124150000_operators_have_no_company extends Migration {
  override name = 'Migration20261124150000_operators_have_no_company';

  override up(): void | Promise<void> {
    this.addSql(
      `create or replace function "person_operator_of_no_company_fn"() returns trigger as $$ begin if new.operator_role is not null and new.operator_role is distinct from old.operator_role and exists (select 1 from membership where person_id = new.id) then raise exception 'an operator works for no company' using errcode = 'check_violation', constraint = 'operator_of_no_company'; end if; return new; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "operator_of_no_company" BEFORE UPDATE on "person" for each ROW execute function "person_operator_of_no_company_fn"();`,
    );

    this.addSql(
      `create or replace function "membership_membership_of_no_operator_fn"() returns trigger as $$ begin if (select operator_role from person where id = new.person_id for share) is not null then raise exception 'an operator works for no company' using errcode = 'check_violation', constraint = 'membership_of_no_operator'; end if; return new; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "membership_of_no_operator" BEFORE INSERT OR UPDATE on "membership" for each ROW execute function "membership_membership_of_no_operator_fn"();`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "membership_of_no_operator" on "membership";`);
    this.addSql(`drop function if exists "membership_membership_of_no_operator_fn"();`);

    this.addSql(`drop trigger if exists "operator_of_no_company" on "person";`);
    this.addSql(`drop function if exists "person_operator_of_no_company_fn"();`);
  }
}
