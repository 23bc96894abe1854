import { Migration } from '@mikro-orm/migrations';

/** A stolen DATABASE_URL makes no operator and no session, and changes nobody's secrets or companies without a trace (docs/decisions/0140). */
export class Migration20261124150200_who_may_what extends Migration {
  override name = 'Migration20261124150200_who_may_what';

  override up(): void | Promise<void> {
    this.addSql(`create function set_operator_role(whose bigint, new_role text, act_by text, act_from text, act_request text)
      returns void language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        before text;
        acting constant bigint := substring(act_by from '^person:([0-9]{1,15})$')::bigint;
      begin
        select operator_role into before from person where id = whose for no key update;
        if not found then raise exception 'there is no such person' using errcode = 'foreign_key_violation'; end if;
        if acting is null and act_by !~ '^operator:.' or acting = whose or (acting is not null and not exists (
          select 1 from person where id = acting and operator_role = 'administrator'
        )) then
          raise exception 'another administrator says what an operator may do' using errcode = 'insufficient_privilege';
        end if;
        update person set operator_role = new_role where id = whose;
        insert into audit_entry (action, subject, actor, address, request_id, details)
          values (
            case when new_role is null then 'operator.removed' when before is null then 'operator.added' else 'operator.role_changed' end,
            'person:' || whose, act_by, act_from, act_request,
            case when new_role is null then '{}'::jsonb else jsonb_build_object('role', new_role) end
          );
      end $$;`);
    this.addSql(`create function refuse_unaudited() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
        about constant text := case tg_table_name
          when 'membership' then 'company:' || (changed ->> 'company_id')
          when 'person' then 'person:' || (changed ->> 'id')
          else 'person:' || (changed ->> 'person_id') end;
      begin
        if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then return null; end if;
        if exists (select 1 from audit_entry where subject = about and occurred_at = transaction_timestamp()) then return null; end if;
        raise exception 'a change of % comes with an entry in the audit log', tg_table_name using errcode = 'insufficient_privilege';
      end $$;`);
    this.addSql(
      `create constraint trigger person_audited after update on person deferrable initially deferred for each row when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email or old.totp_confirmed_at is distinct from new.totp_confirmed_at or (new.totp_confirmed_at is not null and old.totp_secret_encrypted is distinct from new.totp_secret_encrypted)) execute function refuse_unaudited();`,
    );

    this.addSql(
      `create constraint trigger passkey_audited after insert or delete on passkey deferrable initially deferred for each row execute function refuse_unaudited();`,
    );

    this.addSql(
      `create constraint trigger membership_audited after insert or update or delete on membership deferrable initially deferred for each row execute function refuse_unaudited();`,
    );

    this.addSql(`alter table "console_session" add "seal" char(128) null;`);

    this.addSql(
      `create constraint trigger recovery_code_audited after insert on recovery_code deferrable initially deferred for each row execute function refuse_unaudited();`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "console_session" drop column "seal";`);

    this.addSql(`drop trigger if exists "membership_audited" on "membership";`);
    this.addSql(`drop function if exists "membership_membership_audited_fn"();`);

    this.addSql(`drop trigger if exists "passkey_audited" on "passkey";`);
    this.addSql(`drop function if exists "passkey_passkey_audited_fn"();`);

    this.addSql(`drop trigger if exists "person_audited" on "person";`);
    this.addSql(`drop function if exists "person_person_audited_fn"();`);

    this.addSql(`drop trigger if exists "recovery_code_audited" on "recovery_code";`);
    this.addSql(`drop function if exists "recovery_code_recovery_code_audited_fn"();`);
    this.addSql(`drop function if exists refuse_unaudited();`);
    this.addSql(`drop function if exists set_operator_role(bigint, text, text, text, text);`);
  }
}
