import { Migration20261121050719_initial } from './Migration20261121050719_initial.ts';

/** In order; a migration that has landed is never edited. */
export const MIGRATIONS = [
  { name: 'Migration20261121050719_initial', class: Migration20261121050719_initial },
];
