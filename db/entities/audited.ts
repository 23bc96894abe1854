/**
 * Changes of who may do what, and by which secrets, come with an entry in the audit log in the same transaction: a statement by itself is
 * refused when it commits (docs/decisions/0140). Nothing is asked of the tables' owner.
 */
export function audited(table: string, events: readonly ('delete' | 'insert' | 'update')[], when = '') {
  const name = `${table}_audited`;
  return {
    name,
    timing: 'after' as const,
    events: [...events],
    expression:
      `create constraint trigger ${name} after ${events.join(' or ')} on ${table} deferrable initially deferred ` +
      `for each row ${when}execute function refuse_unaudited()`,
  };
}
