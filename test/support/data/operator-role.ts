import type { MikroORM } from '@mikro-orm/postgresql';
import { setOperatorRole } from '../../../db/queries/operators/operator-role.ts';
import type { OperatorRole } from '../../../domain/console-roles.ts';

/** Makes somebody an operator, as the command line does. */
export function makeOperator(
  { orm }: { readonly orm: MikroORM },
  personId: number,
  role: OperatorRole,
): Promise<void> {
  const by = { actor: 'operator:tests', address: 'test', requestId: null };
  return setOperatorRole(orm.em.fork(), personId, role, by);
}
