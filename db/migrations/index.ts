import { Migration20261121045441_initial } from './Migration20261121045441_initial.ts';

/** In order; a migration that has landed is never edited. */
export const MIGRATIONS = [
  { name: 'Migration20261121045441_initial', class: Migration20261121045441_initial },
];
