import type { EntityManager } from '@mikro-orm/postgresql';
import { Membership } from '../../db/entities/index.ts';
import type { CompanyRole } from '../../domain/console-roles.ts';
import { violates } from '../orders/insertion.ts';
import { OperatorHasCompany } from './refusals.ts';

interface NewMember {
  readonly companyId: string;
  readonly personId: number;
  readonly role: CompanyRole;
}

/** Takes somebody into a company, in the transaction of what allows it. @throws OperatorHasCompany: the database refuses an operator */
export async function addMember(em: EntityManager, member: NewMember, now: Date): Promise<void> {
  try {
    await em.insert(Membership, { ...member, createdAt: now });
  } catch (error) {
    if (violates(error, 'membership_of_no_operator')) throw new OperatorHasCompany({ cause: error });
    throw error;
  }
}
