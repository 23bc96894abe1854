/** A part of a `where`, with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Both and all of them, with their values in order. */
export function all(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join('\n  and '),
    values: conditions.flatMap(({ values }) => values),
  };
}
