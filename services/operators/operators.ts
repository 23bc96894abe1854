import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Membership, Person } from '../../db/entities/index.ts';
import { issueMailLink } from '../../db/queries/console/mail-links.ts';
import {
  endSessions,
  findPersonByEmail,
  lockPerson,
  readOperators,
  removeFactors,
} from '../../db/queries/console/people.ts';
import { type RoleChangedBy, setOperatorRole } from '../../db/queries/operators/operator-role.ts';
import type { Language, OperatorRole } from '../../domain/console-roles.ts';
import { type InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import type { AccountMailer } from '../accounts/mailer.ts';
import { type AuditActor, actorName, recordAudit } from '../audit.ts';

/** Longer than a reset: a new person may read mail only once a day. */
const LINK_LIFETIME_MS = 24 * 3_600_000;

export interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly role: OperatorRole;
}

interface OperatorDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly mailer: AccountMailer;
}

export type Operators = ReturnType<typeof createOperators>;

/**
 * The platform's own people, for the command line and the console. A new one sets a password by a link, and a second factor
 * before anything else.
 */
export function createOperators({ orm, now, mailer }: OperatorDeps) {
  const change = <Result>(work: (em: EntityManager) => Promise<Result>) => orm.em.fork().transactional(work);

  const sendLink = async (em: EntityManager, person: Person) => {
    const { id: personId, email } = person;
    const purpose = 'reset_password';
    const token = await issueMailLink(em, { purpose, personId, email, lifetimeMs: LINK_LIFETIME_MS }, now());
    const link = mailer.link('reset-password', token);
    await mailer.write(em, person, 'operator', { link });
    return link;
  };

  return {
    list: () => readOperators(orm.em.fork()),

    /** Whether that person can be an operator. @throws InvalidParameter */
    async check(email: string): Promise<void> {
      const em = orm.em.fork();
      const known = await findPersonByEmail(em, email);
      if (known !== null) await refuseMember(em, known);
    },

    /**
     * Makes somebody an operator, or gives an operator another role. A member of a company can't be one, since nobody decides about their own company.
     * @returns the link that sets the password; undefined for who has one.
     * @throws InvalidParameter
     */
    add: (actor: AuditActor, { email, name, language, role }: NewOperator): Promise<string | undefined> =>
      change(async (em) => {
        const known = await findPersonByEmail(em, email);
        if (known !== null) {
          const person = await lockPerson(em, known.id);
          await refuseMember(em, person);
          await setOperatorRole(em, person.id, role, byOf(actor));
          return person.passwordHash ? undefined : await sendLink(em, person);
        }
        const person = em.create(Person, { email, name, language, createdAt: now() });
        await em.flush();
        await setOperatorRole(em, person.id, role, byOf(actor));
        return await sendLink(em, person);
      }),

    /** A new link, for who lost the first. @throws InvalidParameter */
    invite: (actor: AuditActor, email: string): Promise<string> =>
      change(async (em) => {
        const person = await operatorOf(em, email);
        await recordAudit(em, actor, { action: 'operator.invited', subject: `person:${person.id}` });
        return await sendLink(em, person);
      }),

    /** Its sessions end at once; the account stays, as somebody's without a company. @throws InvalidParameter */
    remove: (actor: AuditActor, email: string): Promise<void> =>
      change(async (em) => {
        const person = await operatorOf(em, email);
        await setOperatorRole(em, person.id, null, byOf(actor));
        await endSessions(em, person.id, now());
      }),

    /**
     * For a person who lost all second factors, once an operator has verified who asks: removes them and ends all sessions.
     * The person gets an e-mail. @throws InvalidParameter
     */
    liftFactors: (actor: AuditActor, email: string): Promise<void> =>
      change(async (em) => {
        const known = await findPersonByEmail(em, email);
        if (known === null) throw refusal('there is no such account');
        const person = await lockPerson(em, known.id);
        await removeFactors(em, person);
        await endSessions(em, person.id, now());
        await recordAudit(em, actor, { action: 'person.factors_lifted', subject: `person:${person.id}` });
        const security = mailer.link('account/security');
        await mailer.write(em, person, 'factorsChanged', { what: 'lifted', security });
      }),
  };
}

/** @throws InvalidParameter */
async function operatorOf(em: EntityManager, email: string): Promise<Person> {
  const person = await findPersonByEmail(em, email);
  if (!person?.operatorRole) throw refusal('there is no such operator');
  return await lockPerson(em, person.id);
}

/** @throws InvalidParameter */
async function refuseMember(em: EntityManager, { id }: Person): Promise<void> {
  if ((await em.count(Membership, { personId: id })) > 0)
    throw refusal('works for a company: an operator needs an account of their own');
}

function byOf(actor: AuditActor): RoleChangedBy {
  const address = 'address' in actor ? actor.address : null;
  return { actor: actorName(actor), address, requestId: 'requestId' in actor ? actor.requestId : null };
}

function refusal(msg: string): InvalidParameter {
  return invalidParameter('email', 'unknown_reference', msg);
}
