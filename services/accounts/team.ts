import type { EntityManager } from '@mikro-orm/postgresql';
import { Company, Membership } from '../../db/entities/index.ts';
import type { SessionCompany, SessionRow } from '../../db/queries/console/console-sessions.ts';
import { endAssignments } from '../../db/queries/console/order-assignments.ts';
import { readFactors } from '../../db/queries/console/people.ts';
import { lockTeam, readInvitations, readMembers } from '../../db/queries/console/team.ts';
import { type CompanyRole, mayGrant, mayInCompany } from '../../domain/console-roles.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From } from './context.ts';
import { AccountRefuses, NoSuchPlace, RoleForbids } from './refusals.ts';

/** The company, the acting person, and their address. */
export interface TeamRequest {
  readonly session: SessionRow;
  readonly company: SessionCompany;
  readonly from: From;
}

/**
 * A company's people. Permissions are checked again with the team locked: a person whose role was lowered a moment ago
 * can change nothing.
 */
export function createTeam({ orm }: Pick<AccountDeps, 'orm'>) {
  return {
    async read({ session, company }: TeamRequest) {
      const em = orm.em.fork();
      const members = await readMembers(em, company.id);
      const invitations = await readInvitations(em, company.id);
      return {
        members: members.map(({ joinedAt, ...member }) => ({
          ...member,
          joinedAt: joinedAt.toISOString(),
          isYou: member.personId === session.person.id,
        })),
        invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
          ...invitation,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
        needsSecondFactor: company.needsSecondFactor,
      };
    },

    /** @throws RoleForbids, AccountRefuses, NoSuchPlace */
    setRole: (request: TeamRequest, personId: number, role: CompanyRole) =>
      changeTeam(orm, request, async (em, actorRole) => {
        const member = await memberOf(em, request.company.id, personId);
        if (!mayGrant(actorRole, member.role) || !mayGrant(actorRole, role))
          throw new RoleForbids('team.write');
        if (role !== 'owner') await refuseLastOwner(em, member);
        member.role = role;
        await em.flush();
        // Written before: whoever is assigned an order at the same moment is found here, or finds the new role.
        if (!mayInCompany(role, 'orders.write'))
          await endAssignments(em, { companyId: member.companyId, personId });
        await note(em, request, 'team.role_changed', { personId, role });
      }),

    /** @throws RoleForbids, AccountRefuses, NoSuchPlace */
    remove: (request: TeamRequest, personId: number) =>
      changeTeam(orm, request, async (em, actorRole) => {
        const member = await memberOf(em, request.company.id, personId);
        if (!mayGrant(actorRole, member.role)) throw new RoleForbids('team.write');
        await refuseLastOwner(em, member);
        await em.nativeDelete(Membership, { companyId: member.companyId, personId });
        await note(em, request, 'team.member_removed', { personId });
      }),

    /** @throws AccountRefuses for the last owner */
    leave: (request: TeamRequest) =>
      orm.em.fork().transactional(async (em) => {
        const { company, session } = request;
        await lockTeam(em, company.id);
        const member = await memberOf(em, company.id, session.person.id);
        await refuseLastOwner(em, member);
        await em.nativeDelete(Membership, { companyId: company.id, personId: session.person.id });
        await note(em, request, 'team.member_left', { personId: session.person.id });
      }),

    /** @throws RoleForbids; AccountRefuses for who has no second factor and would lock itself out */
    setNeedsSecondFactor: (request: TeamRequest, needsSecondFactor: boolean) =>
      changeTeam(orm, request, async (em, actorRole) => {
        if (!mayInCompany(actorRole, 'team.rules')) throw new RoleForbids('team.rules');
        const { totp, passkeys } = await readFactors(em, request.session.person.id);
        if (needsSecondFactor && !totp && passkeys === 0)
          throw new AccountRefuses('no_factor', 'set up a second factor of your own first');
        await em.nativeUpdate(Company, { id: request.company.id }, { needsSecondFactor });
        await note(em, request, 'team.rules_changed', { needsSecondFactor });
      }),
  };
}

/** Runs a change of somebody who leads the team at that very moment. @throws RoleForbids, NoSuchPlace */
export async function changeTeam<Result>(
  orm: AccountDeps['orm'],
  { company, session }: TeamRequest,
  work: (em: EntityManager, actorRole: CompanyRole) => Promise<Result>,
): Promise<Result> {
  return await orm.em.fork().transactional(async (em) => {
    await lockTeam(em, company.id);
    const { role } = await memberOf(em, company.id, session.person.id);
    if (!mayInCompany(role, 'team.write')) throw new RoleForbids('team.write');
    return await work(em, role);
  });
}

/** In the log of the company's first merchant. */
export function note(
  em: EntityManager,
  { company, session, from }: TeamRequest,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const change = { action, subject: `company:${company.id}`, merchantKey: company.sandboxKey, details };
  return recordAudit(em, actorOf(session.person.id, from), change);
}

/** @throws NoSuchPlace */
async function memberOf(em: EntityManager, companyId: string, personId: number): Promise<Membership> {
  const member = await em.findOne(Membership, { companyId, personId });
  if (member === null) throw new NoSuchPlace();
  return member;
}

/** @throws AccountRefuses */
async function refuseLastOwner(em: EntityManager, { companyId, role }: Membership): Promise<void> {
  const owners = role === 'owner' ? await em.count(Membership, { companyId, role: 'owner' }) : undefined;
  if (owners === 1)
    throw new AccountRefuses('last_owner', 'a company has an owner: make somebody else one first');
}
