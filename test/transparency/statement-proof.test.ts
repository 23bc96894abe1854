/** The proof of a statement as a merchant gets it: over HTTP, and held against the log's key by the command line. */
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Guidepost } from '@guidepost/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StatementProofLine } from '../../contract/schemas/settlement-proofs.ts';
import { openInstallation } from '../../db/installation.ts';
import { createOrm } from '../../db/orm.ts';
import { closeStatement, selectDue } from '../../db/queries/money/closing.ts';
import { adjustAccount, reversePosting } from '../../db/queries/money/corrections.ts';
import { createSettlementService } from '../../services/settlements/index.ts';
import { appendNewRows } from '../../services/transparency/appending.ts';
import { createStatementProofs } from '../../services/transparency/statement-proof.ts';
import { createCli } from '../cli/run-cli.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const PROOF = 'application/vnd.guidepost.proof+json';
const AT = new Date('2027-01-15T12:00:00Z');
const CLOSING = { month: '2027-01', closeAt: new Date('2027-02-01T00:00:00Z'), isWholeMonth: true };
const [AGENCY, STUDIO] = ['mk_sandbox_agency', 'mk_sandbox_studio'];
/** More than a page of lines. */
const ADJUSTMENTS = 130;

const { cli, folder, remove } = createCli();
let api: TestApp;
let url: string;
let key: string;
beforeAll(async () => {
  api = await createTestApp();
  const gateway = { dispute: () => Promise.reject(new Error('not here')) };
  const settlements = createSettlementService({ orm: api.orm, gateway, timeZone: 'UTC' });
  const app = await api.another({ settlements });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await post(STUDIO, 'EUR', ADJUSTMENTS);
  await post(STUDIO, 'JPY', 1);
  await post(AGENCY, 'EUR', 2);
  const reversal = { reason: 'entered twice', operator: 'filipa', at: AT, timeZone: 'UTC' };
  await reversePosting(api.orm.em.fork(), `adjustment:${STUDIO}:chosen-by-filipa-EUR-3`, reversal);
  for (const { settlementId } of await selectDue(api.orm.em.fork(), CLOSING, '', 10))
    await closeStatement(api.orm.em.fork(), settlementId, CLOSING, AT);
});
afterAll(async () => {
  remove();
  await api.close();
});

/** What an operator does by hand, with acts of others between. */
async function post(merchantKey: string, currency: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const correction = { key: `chosen-by-filipa-${currency}-${number}`, reason: `agreed ${number}` };
    const by = { operator: 'filipa', at: AT, timeZone: 'UTC' };
    const to = { merchantKey, currency, amount: number * 100 };
    await adjustAccount(api.orm.em.fork(), to, { ...correction, ...by });
    await act(number % 5);
  }
}

const act = (count: number) =>
  api.orm.em
    .fork()
    .execute(
      "insert into audit_entry (action, subject, actor) select 'x.y', 'x:' || n, 'platform' from generate_series(1, ?) n",
      [count],
    );

async function append(): Promise<void> {
  const installation = await openInstallation(api.orm.em.fork(), api.cipher);
  while (await appendNewRows({ orm: api.orm, cipher: api.cipher, installation }));
  key = (await (await fetch(`${url}/log/key`)).text()).trim();
}

async function statementOf(merchantKey: string, currency = 'EUR', status = 'issued'): Promise<string> {
  const [{ id }] = await api.orm.em
    .fork()
    .execute<[{ id: string }]>(
      'select id from settlement where merchant_key = ? and currency = ? and status = ?',
      [merchantKey, currency, status],
    );
  return id;
}

async function get(client: 'agency' | 'studio', id: string): Promise<Response> {
  const authorization = `Bearer ${await api.token(api.sandbox[client])}`;
  return await fetch(`${url}/open/v1/settlement/detail/${id}`, { headers: { authorization, accept: PROOF } });
}

interface Proof {
  readonly checkpoint: string;
  readonly key: string;
  readonly lines: StatementProofLine[];
  readonly statement: Record<string, unknown>;
}
async function proofOf(client: 'agency' | 'studio', id: string): Promise<Proof> {
  return (await (await get(client, id)).json()) as Proof;
}

/** What the command line says of it: `valid`, or the words of what is wrong. */
async function verify(proof: unknown, ...args: string[]): Promise<string> {
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(proof));
  const { code, stdout } = await cli(['verify', '--json', '--statement', file, ...args]);
  const { valid, mistakes } = JSON.parse(stdout);
  expect(code).toBe(valid ? 0 : 1);
  const words = mistakes.map(({ word }: { word: string }) => word);
  return valid ? 'valid' : [...new Set(words)].join(' ');
}

test('before anything is logged the lines have no proof, and the command line says so', async () => {
  const id = await statementOf(STUDIO, 'JPY');
  const proof = await proofOf('studio', id);
  expect(proof).toMatchObject({ checkpoint: null, key: null, lines: [{ proof: null }] });
  expect(await verify(proof)).toBe('nothing_logged line_not_logged');
});

test('every line of a statement is proven, over pages, and held against the key that is kept', async () => {
  await append();
  const answer = await get('studio', await statementOf(STUDIO));
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
    200,
    PROOF,
    expect.stringContaining('accept'),
  ]);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="STL\d+-2027-01\.proof\.json"$/,
  );
  const proof = (await answer.json()) as Proof;
  expect(Object.keys(proof)).toEqual(['format', 'checkpoint', 'key', 'lines', 'statement']);
  expect(proof.key).toBe(key);
  expect(proof.lines).toHaveLength(ADJUSTMENTS + 1);
  expect(proof.statement).toMatchObject({ merchantKey: STUDIO, sandbox: true, lineCount: ADJUSTMENTS + 1 });
  expect(await verify(proof, '--key', key)).toBe('valid');
});

test('the SDK has the same file, and the refusals of all other requests', async () => {
  const { clientId, clientSecret } = api.sandbox.studio;
  const guidepost = new Guidepost({ clientId, clientSecret, baseUrl: url });
  const file = await guidepost.settlements.file(await statementOf(STUDIO), PROOF);
  expect(await verify(await new Response(file).json(), '--key', key)).toBe('valid');
  const csv = await guidepost.settlements.file(await statementOf(STUDIO), 'text/csv');
  expect(await new Response(csv).text()).toContain('agreed 130');
  await expect(guidepost.settlements.file(await statementOf(AGENCY), PROOF)).rejects.toMatchObject({
    name: 'NotFoundError',
    code: 40009,
  });
});

test('an operator’s key and name are in no proof, their reason is', async () => {
  const text = await (await get('studio', await statementOf(STUDIO))).text();
  expect(text).not.toContain('filipa');
  expect(text).toContain('agreed 3');
  expect(text).toContain('entered twice');
  // Half of the salt hides what is withheld: a merchant that had all of it could try names.
  const { lines } = JSON.parse(text) as Proof;
  expect(lines.every(({ proof }) => Buffer.from(proof!.salt, 'base64').length === 16)).toBe(true);
  expect(lines.every(({ proof }) => proof!.withheld !== null)).toBe(true);
});

test('another merchant’s statement is not there', async () => {
  const answer = await get('agency', await statementOf(STUDIO));
  expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([404, 40009]);
  expect((await get('studio', 'STL9999999999')).status).toBe(404);
});

test('of an open statement the lines so far are proven, and what has no leaf yet is told', async () => {
  const later = { key: 'later', reason: 'later', operator: 'filipa', at: AT, timeZone: 'UTC' };
  await adjustAccount(api.orm.em.fork(), { merchantKey: STUDIO, currency: 'EUR', amount: 7 }, later);
  await append();
  const further = { ...later, key: 'further' };
  await adjustAccount(api.orm.em.fork(), { merchantKey: STUDIO, currency: 'EUR', amount: 8 }, further);
  const id = await statementOf(STUDIO, 'EUR', 'open');
  const proof = await proofOf('studio', id);
  expect(proof.statement).toMatchObject({ status: 'open', lineCount: 2, gross: 15, balance: 15 });
  expect(proof.lines.map(({ proof }) => proof === null)).toEqual([false, true]);
  expect(await verify(proof, '--key', key)).toBe('line_not_logged');
  await append();
  expect(await verify(await proofOf('studio', id), '--key', key)).toBe('valid');
});

test('whatever is done to a proof is refused', async () => {
  const proof = await proofOf('studio', await statementOf(STUDIO));
  const [first, second, ...rest] = proof.lines as [
    StatementProofLine,
    StatementProofLine,
    ...StatementProofLine[],
  ];
  const instead = (line: StatementProofLine) =>
    verify({ ...proof, lines: [line, second, ...rest] }, '--key', key);
  expect(await instead(first)).toBe('valid');
  const amount = JSON.parse(first.facts).gross;
  const facts = first.facts.replaceAll(`: ${amount},`, `: ${amount + 1},`);
  expect(facts).not.toBe(first.facts);
  expect(await instead({ ...first, facts })).toBe('line_not_in_log sums_differ');
  expect(await instead({ ...first, proof: { ...first.proof!, path: second.proof!.path } })).toBe(
    'line_not_in_log',
  );
  expect(await instead({ ...second, lineId: first.lineId })).toContain('line_of_other_row');
  expect(await instead(second)).toContain('line_repeated');
  expect(await verify({ ...proof, lines: [second, ...rest] }, '--key', key)).toBe(
    'lines_missing sums_differ',
  );

  const [ofAgency] = (await proofOf('agency', await statementOf(AGENCY))).lines;
  expect(await instead(ofAgency!)).toBe('line_of_other_merchant');
  const [inYen] = (await proofOf('studio', await statementOf(STUDIO, 'JPY'))).lines;
  expect(await instead(inYen!)).toBe('line_of_other_currency');
  const otherKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  expect(await verify(proof, '--key', otherKey)).toBe('checkpoint_not_signed');
});

test('an entry that somebody changes in the books has a proof that does not hold any more', async () => {
  const id = await statementOf(STUDIO, 'JPY');
  expect(await verify(await proofOf('studio', id), '--key', key)).toBe('valid');
  await api.unbounded.em.fork().transactional(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute('update settlement set gross = 200, balance = 200 where id = ?', [id]);
    await tx.execute(
      'update ledger_entry e set gross = 200, amount = 200 from settlement_line l where l.entry_id = e.id and l.settlement_id = ?',
      [id],
    );
  });
  expect(await verify(await proofOf('studio', id), '--key', key)).toBe('line_not_in_log');
});

test('round trips to the database go by pages of lines, not by lines', async () => {
  const sent: string[] = [];
  const watchStatement = ({ text }: { readonly text: string }) => {
    sent.push(text);
    return undefined;
  };
  const orm = createOrm({ databaseUrl: api.databaseUrl, poolMax: 1, watchStatement });
  try {
    const proofs = createStatementProofs({ orm, cipher: api.cipher });
    const { content } = await proofs.proof({ key: STUDIO }, await statementOf(STUDIO));
    await content.toArray();
    // Two pages: of each the lines, their leaves, the hashes of their paths.
    expect(sent.filter((text) => /settlement_line|transparency_(leaf|node)/.test(text))).toHaveLength(2 * 3);
  } finally {
    await orm.close();
  }
});
