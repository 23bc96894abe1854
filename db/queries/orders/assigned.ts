/** Orders by who of one side's people looks after them. */

export interface AssignedFilter {
  readonly ownerKey: string;
  /** Null: nobody. */
  readonly personId: number | null;
}

/**
 * A condition on orders. Somebody's are found by order_assignment_of_person; nobody's by the way that the list goes, each by the key of
 * the assignment that it does not have.
 * @param id SQL of the order's id.
 */
export function assignedTo(
  { ownerKey, personId }: AssignedFilter,
  id: string,
): readonly [sql: string, ...values: string[]] {
  if (personId === null)
    return [
      `not exists (select from order_assignment a where a.order_id = ${id} and a.owner_key = ?)`,
      ownerKey,
    ];
  const somebodys = 'select order_id from order_assignment where owner_key = ? and person_id = ?::bigint';
  return [`${id} in (${somebodys})`, ownerKey, String(personId)];
}
