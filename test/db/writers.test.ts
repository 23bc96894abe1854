/**
 * What follows from a write stands beside it, not in a trigger (docs/decisions/0172): so whoever writes these tables is known, and a new
 * writer finds here what to call.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const SOURCES = globSync('{activities,admin,api,console/server,db,domain,jobs,lib,services}/**/*.ts').filter(
  (file) => !file.startsWith('db/migrations/'),
);

/** Of the ORM, and of SQL. */
const writes = (entity: string, table: string) =>
  new RegExp(
    `\\.(create|insert|insertMany|upsert|upsertMany|nativeUpdate|nativeDelete|assign)\\(\\s*${entity}\\b` +
      `|\\b(update|insert into|delete from|merge into)\\s+"?${table}"?[\\s(]`,
  );

test.each([
  [
    'a guide: noteGuideWritten, or saveGuide',
    writes('Guide', 'guide'),
    [
      'db/queries/guides/guide-calendars.ts',
      'db/queries/orders/reviews.ts',
      'db/seed/index.ts',
      'services/guides/writing.ts',
    ],
  ],
  [
    'a guide that is locked: saveGuide, or setImported',
    /\blockOwnGuide\(em/,
    [
      'services/calendars/settings.ts',
      'services/guides/importing.ts',
      'services/guides/photos.ts',
      'services/guides/writing.ts',
    ],
  ],
  [
    "a studio's status: noteGuidesOf",
    /merchant\b[^;\n]*\.status = (?!')|update merchant set [^'`]*\bstatus/i,
    ['services/operators/registry/merchant-registry.ts'],
  ],
  ['a partnership', writes('Partnership', 'partnership'), ['db/queries/guides/guide-writes.ts']],
  [
    'a merchant: newMerchant, which makes its first endpoint',
    writes('Merchant', 'merchant'),
    ['db/queries/orders/sandbox-clock.ts', 'db/queries/platform/new-merchant.ts'],
  ],
  [
    'a reservation: reserveSql, or keptUntil',
    writes('Reservation', 'reservation'),
    ['db/queries/orders/insert-order.ts', 'db/queries/orders/reservations.ts'],
  ],
])('nobody else writes %s', (_what, pattern, writers) => {
  const found = SOURCES.filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(found.toSorted()).toEqual(writers);
});
