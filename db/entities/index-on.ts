/**
 * Indexes that the ORM has no words for: of some rows, of expressions, by another method. `on` is what PostgreSQL has behind `on`: table,
 * columns and condition. Their names are what migrations and errors call them.
 */
export const index = (name: string, on: string) => ({ name, expression: `create index ${name} on ${on}` });

/** The same, of which no two rows are alike. */
export const uniqueIndex = (name: string, on: string) => ({
  name,
  expression: `create unique index ${name} on ${on}`,
});
