import type { EntityManager } from '@mikro-orm/postgresql';
import type { OperatorRole } from '../../../domain/console-roles.ts';

/** Who does it, as the audit log has it. */
export interface RoleChangedBy {
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string | null;
}

/**
 * Makes somebody an operator, gives another role, or takes it (null), and writes the entry in the audit log: the owner's function does both,
 * the application's role can do neither by itself (docs/decisions/0140). Call it in the transaction of what belongs to it.
 * @throws DriverException where who does it may not, or the person works for a company
 */
export async function setOperatorRole(
  em: EntityManager,
  personId: number,
  role: OperatorRole | null,
  { actor, address, requestId }: RoleChangedBy,
): Promise<void> {
  await em.execute('select set_operator_role(?::bigint, ?, ?, ?, ?)', [
    personId,
    role,
    actor,
    address,
    requestId,
  ]);
}
