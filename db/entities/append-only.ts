/** Triggers that keep a table as it was written; even its owner would have to drop them first. */

/** Rows may not be changed or deleted, nor all thrown away. */
export function appendOnly(table: string) {
  const name = `${table}_append_only`;
  return [
    {
      name,
      timing: 'before' as const,
      events: ['update' as const, 'delete' as const],
      expression:
        `create trigger ${name} before update or delete on ${table} ` +
        'for each row execute function refuse_change()',
    },
    notTruncated(table),
  ];
}

/** No row-level trigger sees TRUNCATE, nor one that cascades from another table. */
export function notTruncated(table: string) {
  const name = `${table}_not_truncated`;
  return {
    name,
    timing: 'before' as const,
    events: ['truncate' as const],
    expression: `create trigger ${name} before truncate on ${table} for each statement execute function refuse_change()`,
  };
}
