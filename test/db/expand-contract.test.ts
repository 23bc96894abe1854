/** Two releases work on one schema during a roll-out (docs/upgrades.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);
/** Its schema is where all begins. */
const FIRST = 'Migration20261121214500';
/** What the release before may still need, or does not give. */
const TAKES_AWAY =
  /drop (table|column)|\brename\b|alter column [^;`]*\b(type|set not null)\b|add( column)? "?\w+"? [^,;`]*\bnot null\b(?![^,;`]*\bdefault\b)/i;
/** Such a migration says why that is safe. */
const SAID = /contract: unused since \d+\.\d+\.\d+/;

/** Only its way up: the way back takes away what it added. */
function violates(source: string): boolean {
  const [up = ''] = source.split(/override (?:async )?down\(/);
  return TAKES_AWAY.test(up) && !SAID.test(up);
}

test('a migration takes nothing away that the release before may need, unless it says since when nothing does', () => {
  const files = readdirSync(MIGRATIONS).filter((file) => /^Migration\d+/.test(file) && file > `${FIRST}_~`);
  const bad = files.filter((file) => violates(readFileSync(new URL(file, MIGRATIONS), 'utf8')));
  expect(bad).toEqual([]);
});

test.each([
  ['alter table "orders" drop column "remark";', true],
  ['drop table "mail";', true],
  ['alter table "orders" rename column "a" to "b";', true],
  ['alter table "orders" alter column "a" type text;', true],
  ['alter table "orders" alter column "a" set not null;', true],
  ['alter table "orders" add "a" text not null;', true],
  ['alter table "orders" add "a" text not null default \'\';', false],
  ['alter table "orders" add "a" text null, add "b" int not null default 0;', false],
  ['create table "a" ("b" text not null);', false],
  ['alter table "a" drop constraint "b", add constraint "b" check (c in (1, 2));', false],
  ['// contract: unused since 0.3.0\n drop table "mail";', false],
])('%s: takes away: %s', (sql, expected) => {
  expect(violates(`up() { ${sql} } override down(): void { drop table x }`)).toBe(expected);
});
