import type { MikroORM } from '@mikro-orm/postgresql';
import { holdLock } from '../../db/advisory-locks.ts';
import { Company, Membership, Person } from '../../db/entities/index.ts';
import type { MerchantKind } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import type { Passwords } from './passwords.ts';

const PLATFORM = { operator: 'npm start', address: 'localhost' };

/** Who signs in to the sandbox that `npm start` brings, each for one of its merchants. Their domain is reserved (RFC 2606). */
const LOGINS: readonly { email: string; name: string; merchantKey: string; kind: MerchantKind }[] = [
  { email: 'agency@guidepost.example', name: 'Ada Agency', merchantKey: 'mk_sandbox_agency', kind: 'agency' },
  {
    email: 'studio@guidepost.example',
    name: 'Stella Studio',
    merchantKey: 'mk_sandbox_studio',
    kind: 'studio',
  },
];

/**
 * Makes the logins of a development platform where they are missing; one that is there keeps its password.
 * Several processes that start at once make them once.
 */
export async function ensureSandboxLogins(
  orm: MikroORM,
  passwords: Passwords,
  password: string,
  now: () => Date,
): Promise<void> {
  const passwordHash = await passwords.hash(password);
  await orm.em.fork().transactional(async (em) => {
    await holdLock(em, 'sandboxLogins');
    for (const { email, name, merchantKey, kind } of LOGINS) {
      if ((await em.count(Person, { email })) > 0) continue;
      const [row] = await em.execute<{ id: string }[]>(`select 'CO' || nextval('company_number') as id`);
      const person = em.create(Person, { email, name, passwordHash, emailConfirmedAt: now() });
      const company = { id: row!.id, name: `Sandbox ${kind}`, kind, country: 'PT', sandboxKey: merchantKey };
      em.create(Company, company);
      await em.flush();
      const change = { action: 'company.registered', subject: `company:${company.id}`, merchantKey };
      await recordAudit(em, PLATFORM, change);
      em.create(Membership, { companyId: company.id, personId: person.id, role: 'owner' });
      await em.flush();
    }
  });
}
