import { Migration20261121050524_initial } from './Migration20261121050524_initial.ts';

/** In order; a migration that has landed is never edited. */
export const MIGRATIONS = [
  { name: 'Migration20261121050524_initial', class: Migration20261121050524_initial },
];
