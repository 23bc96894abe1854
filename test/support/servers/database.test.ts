import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from './database.ts';

describe('a test database', () => {
  test('has the schema, and is gone after drop', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(`select to_regclass('guide') is not null as migrated`);
    await client.end();
    await database.drop();
    expect(rows).toEqual([{ migrated: true }]);
    const late = new pg.Client({ connectionString: database.url });
    await expect(late.connect()).rejects.toThrow('does not exist');
  });

  test('a leaked connection makes drop fail', async () => {
    const database = await createTestDatabase();
    const leaked = new pg.Client({ connectionString: database.url });
    leaked.on('error', () => {});
    await leaked.connect();
    await expect(database.drop()).rejects.toThrow('1 connection(s) leaked');
  });
});
