import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../../db/entities/index.ts';
import type { MerchantKind } from '../../../domain/merchant.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';
import { registerMerchant } from './merchant-registry.ts';

export interface CompanyFacts {
  readonly name: string;
  readonly kind: MerchantKind;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * A new company with its sandbox merchant, which works at once. Call it in the transaction that gives it an owner.
 * @param contactEmail where its people read of trouble with its endpoints.
 */
export async function registerCompany(
  em: EntityManager,
  actor: AuditActor,
  { name, kind, country }: CompanyFacts,
  contactEmail: string,
): Promise<Company> {
  const registration = { name, kind, country, contactEmail, sandbox: true };
  const { key: sandboxKey } = await registerMerchant(em, actor, registration, 'approved');
  const [row] = await em.execute<{ id: string }[]>(`select 'CO' || nextval('company_number') as id`);
  const company = em.create(Company, { id: row!.id, name, kind, country, sandboxKey });
  await em.flush();
  const change = { action: 'company.registered', subject: `company:${company.id}`, merchantKey: sandboxKey };
  await recordAudit(em, actor, change);
  return company;
}
