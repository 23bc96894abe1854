import type { EntityManager, EntityName } from '@mikro-orm/postgresql';

/**
 * Holds a row until the transaction ends: nobody else changes it meanwhile, and who only reads it or refers to it does not wait.
 * @returns whether there is such a row.
 */
export async function lockRow<Row extends object>(
  em: EntityManager,
  entity: EntityName<Row>,
  key: string | number,
): Promise<boolean> {
  const { tableName, primaryKeys, properties } = em.getMetadata().get(entity);
  const column = properties[primaryKeys[0]!]!.fieldNames[0]!;
  const rows = await em.execute<unknown[]>(
    `select from "${tableName}" where "${column}" = ? for no key update`,
    [key],
  );
  return rows.length > 0;
}
