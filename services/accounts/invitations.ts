import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Company, Invitation, Membership, Person } from '../../db/entities/index.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { rememberDevice } from '../../db/queries/console/known-devices.ts';
import { findRecipient } from '../../db/queries/console/people.ts';
import { countInvitationsLately, lockTeam } from '../../db/queries/console/team.ts';
import { hashToken, newToken } from '../../db/secret-tokens.ts';
import { type CompanyRole, type Language, mayGrant, mayInCompany } from '../../domain/console-roles.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { recordAudit } from '../audit.ts';
import { type AccountDeps, actorOf, type From } from './context.ts';
import { addMember } from './joining.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { AccountRefuses, LinkEnded, NoSuchPlace, RoleForbids } from './refusals.ts';
import { addPerson, onlyOnce } from './registration.ts';
import { changeTeam, note, type TeamRequest } from './team.ts';

const LIFETIME_MS = 7 * 86_400_000;
/** The mails carry our name: a company must not send many of them. */
const PER_DAY = 50;

/**
 * Invitations. One belongs to the address that it was sent to: nobody else can accept it, even with the link. It works once, for seven
 * days, and only as long as who invited may still give that role.
 */
export function createInvitations(deps: AccountDeps) {
  const { orm, now, mailer, passwords, guesses } = deps;

  const newLink = () => {
    const token = newToken();
    return { token, tokenHash: hashToken(token), expiresAt: new Date(now().getTime() + LIFETIME_MS) };
  };
  const send = async (em: EntityManager, { company, session }: TeamRequest, email: string, token: string) => {
    const sender = `company:${company.id}` as const;
    await mailer.admit(em, sender, email);
    const invited = await findRecipient(em, email);
    const language = (invited ?? session.person).language;
    const facts = {
      link: mailer.link('invitation', token),
      company: company.name,
      invitedBy: session.person.name,
    };
    await mailer.write(em, { email, language }, 'invitation', facts, { sender });
  };

  return {
    /** @returns its id. @throws RoleForbids, AccountRefuses, RateLimited where the mail would be one too many to that address */
    invite: (request: TeamRequest, email: string, role: CompanyRole): Promise<number> =>
      changeTeam(orm, request, async (em, actorRole) => {
        if (!mayGrant(actorRole, role)) throw new RoleForbids('team.write');
        const { company, session } = request;
        const invited = await findRecipient(em, email);
        if (invited && (await em.count(Membership, { companyId: company.id, personId: invited.id })) > 0)
          throw new AccountRefuses('already_member', 'that person is in the team already');
        if ((await countInvitationsLately(em, company.id)) >= PER_DAY)
          throw new AccountRefuses('too_many', 'that is enough for a day, try again tomorrow');
        const { token, ...link } = newLink();
        const by = { companyId: company.id, invitedBy: session.person.id, createdAt: now() };
        const invitation = em.create(Invitation, { email, role, ...by, ...link });
        await em.flush();
        await send(em, request, email, token);
        await note(em, request, 'team.invited', { invitationId: invitation.id, role });
        return invitation.id;
      }).catch(unlessInvited),

    /** With a new link; the one before ends. @throws NoSuchPlace, RoleForbids, RateLimited as `invite` */
    resend: (request: TeamRequest, id: number) =>
      changeTeam(orm, request, async (em, actorRole) => {
        const invitation = await openInvitation(em, request.company.id, id);
        if (!mayGrant(actorRole, invitation.role)) throw new RoleForbids('team.write');
        const { token, ...link } = newLink();
        Object.assign(invitation, link, { invitedBy: request.session.person.id });
        await send(em, request, invitation.email, token);
        await note(em, request, 'team.invited_again', { invitationId: id });
      }),

    /** @throws NoSuchPlace */
    revoke: (request: TeamRequest, id: number) =>
      changeTeam(orm, request, async (em) => {
        (await openInvitation(em, request.company.id, id)).revokedAt = now();
        await note(em, request, 'team.invitation_revoked', { invitationId: id });
      }),

    /** What a link is about, for who has it. @throws LinkEnded, RateLimited */
    async preview(token: string, from: From) {
      await guesses.countAddress(countedAddress(from.address));
      const em = orm.em.fork();
      const { email, role, companyId, invitedBy } = await findByToken(em, token, now());
      const company = await em.findOneOrFail(Company, companyId);
      const inviter = await em.findOneOrFail(Person, invitedBy);
      return {
        company: { name: company.name },
        email,
        role,
        invitedBy: inviter.name,
        hasAccount: (await findRecipient(em, email)) !== undefined,
        needsSecondFactor: company.needsSecondFactor,
      };
    },

    /** Accepts it, by an account with the invited address. @returns the company. @throws LinkEnded, AccountRefuses */
    accept: ({ person }: SessionRow, token: string, from: From): Promise<string> =>
      orm.em.fork().transactional(async (em) => {
        const invitation = await findByToken(em, token, now());
        const { email } = await em.findOneOrFail(Person, person.id);
        if (email.toLowerCase() !== invitation.email.toLowerCase())
          throw new AccountRefuses(
            'other_address',
            `the invitation is for another address: sign in with that account`,
          );
        return await join(em, person.id, invitation, now(), from);
      }),

    /**
     * Makes the account as well: the link has proved its address.
     * @returns the company, and the token for the browser's cookie. @throws LinkEnded, InvalidParameter, RateLimited
     */
    async register(
      token: string,
      { password, name, language }: { password: string; name: string; language: Language },
      from: From,
    ): Promise<{ readonly companyId: string; readonly device: string }> {
      await guesses.countAddress(countedAddress(from.address));
      refuseWeakPassword('body.password', password, [name]);
      const passwordHash = await passwords.hash(password);
      return await onlyOnce(() =>
        orm.em.fork().transactional(async (em) => {
          const invitation = await findByToken(em, token, now());
          const { email } = invitation;
          refuseWeakPassword('body.password', password, [email]);
          // It has one: sign in and accept.
          if ((await findRecipient(em, email)) !== undefined) throw new LinkEnded();
          const person = await addPerson(em, { email, name, language, passwordHash }, now());
          const done = { action: 'person.registered', subject: `person:${person.id}` };
          await recordAudit(em, actorOf(person.id, from), done);
          const companyId = await join(em, person.id, invitation, now(), from);
          return { companyId, device: (await rememberDevice(em, person.id, from, now())).token };
        }),
      );
    },
  };
}

/** @throws LinkEnded */
async function findByToken(em: EntityManager, token: string, now: Date): Promise<Invitation> {
  const open = { acceptedAt: null, revokedAt: null, expiresAt: { $gt: now } };
  const invitation = await em.findOne(Invitation, { tokenHash: hashToken(token), ...open });
  if (invitation === null) throw new LinkEnded();
  return invitation;
}

async function join(
  em: EntityManager,
  personId: number,
  { id, companyId, role, invitedBy }: Invitation,
  now: Date,
  from: From,
): Promise<string> {
  await lockTeam(em, companyId);
  const inviter = await em.findOne(Membership, { companyId, personId: invitedBy });
  const isStillAllowed = inviter && mayInCompany(inviter.role, 'team.write') && mayGrant(inviter.role, role);
  if (!isStillAllowed) throw new LinkEnded();
  const open = { id, acceptedAt: null, revokedAt: null };
  if ((await em.nativeUpdate(Invitation, open, { acceptedAt: now })) !== 1) throw new LinkEnded();
  if ((await em.count(Membership, { companyId, personId })) > 0)
    throw new AccountRefuses('already_member', 'you are in the team already');
  await addMember(em, { companyId, personId, role }, now);
  const { sandboxKey } = await em.findOneOrFail(Company, companyId);
  const subject = `company:${companyId}`;
  const change = { action: 'team.joined', subject, merchantKey: sandboxKey, details: { personId, role } };
  await recordAudit(em, actorOf(personId, from), change);
  return companyId;
}

/** @throws NoSuchPlace */
async function openInvitation(em: EntityManager, companyId: string, id: number): Promise<Invitation> {
  const invitation = await em.findOne(Invitation, { id, companyId, acceptedAt: null, revokedAt: null });
  if (invitation === null) throw new NoSuchPlace();
  return invitation;
}

function unlessInvited(error: unknown): never {
  if (error instanceof UniqueConstraintViolationException)
    throw new AccountRefuses('already_member', 'that address is invited already: send the invitation again');
  throw error;
}
