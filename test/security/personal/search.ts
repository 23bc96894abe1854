/** Looks for words wherever the platform keeps anything. */
import { readFileSync } from 'node:fs';
import type { Client } from '@temporalio/client';
import pg from 'pg';
import type { Cipher } from '../../../db/cipher.ts';

export interface Places {
  readonly adminUrl: string;
  readonly cipher: Cipher;
  readonly temporal: Client;
  readonly files: readonly string[];
  readonly logged: readonly string[];
}

/** @returns where one of the words is: `table.column`, `workflow ID`, `log`, or a file. */
export async function searchFor(words: readonly string[], places: Places): Promise<string[]> {
  const holds = (text: string) => words.some((word) => text.includes(word));
  const found = new Set([
    ...(await inTables(places, holds)),
    ...(await inWorkflows(places.temporal, holds)),
    ...places.files.filter((file) => holds(readFileSync(file, 'utf8'))),
    ...(places.logged.some(holds) ? ['log'] : []),
  ]);
  return [...found].sort();
}

type Holds = (text: string) => boolean;

/** Every column of every table, whatever its type: as text, its bytes as text, and what it holds encrypted. */
async function inTables({ adminUrl, cipher }: Places, holds: Holds): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await client.query<{ value: string }>(
        `select "${column}"::text as value from "${table}" where "${column}" is not null`,
      );
      const texts = await Promise.all(rows.map(({ value }) => clear(value, cipher)));
      if (texts.some(holds)) found.push(`${table}.${column}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Strings of letters, digits and what compact JWEs have. */
const ENCRYPTED = /[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;

async function clear(value: string, cipher: Cipher): Promise<string> {
  const bytes = value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString('utf8') : '';
  const secrets = [...`${value} ${bytes}`.matchAll(ENCRYPTED)].map(([text]) =>
    cipher.decrypt(text).catch(() => ''),
  );
  return [value, bytes, ...(await Promise.all(secrets))].join('\n');
}

/** Histories, memos, search attributes, details: payloads are JSON in Base64. */
async function inWorkflows(client: Client, holds: Holds): Promise<string[]> {
  const found: string[] = [];
  for await (const { workflowId, runId } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId);
    const all = [await handle.fetchHistory(), (await handle.describe()).raw];
    if (holds(JSON.stringify(all, payloadsInClear))) found.push(`workflow ${workflowId}`);
  }
  return found;
}

function payloadsInClear(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  const isBuffer = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBuffer ? Buffer.from((value as unknown as { data: number[] }).data).toString('utf8') : value;
}
