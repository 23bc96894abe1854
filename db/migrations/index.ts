import { Migration20261121214500_release_0_2 } from './Migration20261121214500_release_0_2.ts';
import { Migration20261124221000_release_0_3 } from './Migration20261124221000_release_0_3.ts';

/** The last step of 0.2.0, whose data is the oldest that is read. */
export const RELEASE_0_2 = 'Migration20261121214500_append_only';
/** The last step of 0.3.0 that is one with those before it: who has a part of them has what no release wrote. */
export const RELEASE_0_3 = 'Migration20261124221000_recoveries';

/** In order. A migration that has landed is never edited; nothing runs one backwards (docs/upgrades.md), so none has a `down`. */
export const MIGRATIONS = [
  { name: RELEASE_0_2, class: Migration20261121214500_release_0_2 },
  { name: RELEASE_0_3, class: Migration20261124221000_release_0_3 },
];
