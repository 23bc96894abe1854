import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole } from '../../../domain/console-roles.ts';
import { Company } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';

export interface TeamMember {
  readonly personId: number;
  readonly name: string;
  readonly email: string;
  readonly role: CompanyRole;
  readonly joinedAt: Date;
  readonly hasSecondFactor: boolean;
}

const MEMBERS = `
select p.id::float8 as "personId", p.name, p.email, m.role, m.created_at as "joinedAt",
  p.totp_confirmed_at is not null or exists (select 1 from passkey k where k.person_id = p.id) as "hasSecondFactor"
from membership m join person p on p.id = m.person_id where m.company_id = ? order by m.created_at, p.id`;

/** Who works for a company, in the order in which they came. */
export async function readMembers(em: EntityManager, companyId: string): Promise<TeamMember[]> {
  const rows = await em.execute<TeamMember[]>(MEMBERS, [companyId]);
  return rows.map((row) => ({ ...row, joinedAt: new Date(row.joinedAt) }));
}

export interface OpenInvitation {
  readonly id: number;
  readonly email: string;
  readonly role: CompanyRole;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const INVITATIONS = `
select i.id::float8 as id, i.email, i.role, p.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
from invitation i join person p on p.id = i.invited_by
where i.company_id = ? and i.accepted_at is null and i.revoked_at is null order by i.id`;

/** Those that nobody accepted or revoked; also where they have ended, until somebody sends them again. */
export async function readInvitations(em: EntityManager, companyId: string): Promise<OpenInvitation[]> {
  const rows = await em.execute<OpenInvitation[]>(INVITATIONS, [companyId]);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
  }));
}

/** One change of a team after the other: of two owners who leave at once, one stays. Call it in a transaction. */
export async function lockTeam(em: EntityManager, companyId: string): Promise<void> {
  await lockRow(em, Company, companyId);
}

const LATELY =
  "select count(*)::int as count from invitation where company_id = ? and created_at > now() - interval '24 hours'";

/** Invitations of the last day. */
export async function countInvitationsLately(em: EntityManager, companyId: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(LATELY, [companyId]);
  return row!.count;
}
