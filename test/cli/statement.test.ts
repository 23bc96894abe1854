/** `guidepost verify --statement`: what is right is proven, and each way to forge a statement is refused by its own word. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createPaths, tilesFor } from '../../lib/transparency/inclusion.ts';
import { hashOf } from '../../lib/transparency/leaf.ts';
import { createTree } from '../../lib/transparency/merkle.ts';
import { signCheckpoint, verifierText } from '../../lib/transparency/note.ts';
import { MISTAKES } from '../../packages/cli/src/statement/mistakes.ts';
import { createCli } from './run-cli.ts';

const { cli, folder, remove } = createCli();
afterAll(() => {
  remove();
  expect(Object.keys(MISTAKES).filter((word) => !seen.has(word))).toEqual([]);
});
const seen = new Set<string>();

const ORIGIN = 'guidepost/test';
const keys = generateKeyPairSync('ed25519');
const KEY = verifierText({ name: ORIGIN, key: keys.publicKey });
const MINE = { merchantKey: 'mk_studio', sandbox: false, currency: 'EUR', accountKind: 'merchant' };

interface Entry {
  readonly rowId: number;
  readonly facts: string;
}
const entry = (rowId: number, gross: number, facts: object = {}): Entry => {
  const commission = gross / 10;
  const amounts = { gross, commission, amount: gross - commission };
  const account = `merchant:mk_studio/EUR`;
  return { rowId, facts: JSON.stringify({ kind: 'completed', account, ...MINE, ...amounts, ...facts }) };
};

/** What is in the log: the statement's own lines, and what a forger would have in their place. */
const OWN = [entry(11, 1_000), entry(12, 2_000), entry(15, -500)];
const OTHERS = {
  platform: entry(21, 2_000, { accountKind: 'commission', merchantKey: null }),
  merchant: entry(22, 2_000, { merchantKey: 'mk_other' }),
  currency: entry(23, 2_000, { currency: 'JPY' }),
  sandbox: entry(24, 2_000, { sandbox: true }),
  payment: entry(25, 2_000, { kind: 'payment' }),
  unbalanced: entry(26, 2_000, { amount: 1_801 }),
  broken: { rowId: 27, facts: OWN[1]!.facts.replace(',', ',\n') },
};
const LOG = [...OWN, ...Object.values(OTHERS)];

function logged(signing = keys.privateKey) {
  const parts = LOG.map((one) => ({
    kind: 'ledger_entry',
    salt: Buffer.alloc(16, one.rowId),
    withheld: null,
    ...one,
  }));
  const hashes = parts.map(hashOf);
  const tree = createTree();
  for (const hash of hashes) tree.add(hash);
  const tiles = tilesFor([0], tree.size).map((range) => ({ ...range, hashes: Buffer.concat(hashes) }));
  const pathOf = createPaths(tiles, tree.size);
  const lines = parts.map(({ kind, rowId, facts, salt }, leafIndex) => {
    const path = pathOf(leafIndex).map((hash) => hash.toString('base64'));
    const proof = { salt: salt.toString('base64'), withheld: null, leafIndex, path };
    return { lineId: `LIN${rowId}`, kind, rowId, facts, proof };
  });
  const checkpoint = signCheckpoint({ origin: ORIGIN, size: tree.size, root: tree.root() }, signing);
  return { checkpoint, lines };
}

type Line = Omit<ReturnType<typeof logged>['lines'][number], 'proof'> & {
  proof: ReturnType<typeof logged>['lines'][number]['proof'] | null;
};
function document() {
  const { checkpoint, lines } = logged();
  const statement = {
    ...{ settlementId: 'STL1000000001', month: '2027-01', part: 1, status: 'issued' },
    ...{ merchantKey: 'mk_studio', sandbox: false, currency: 'EUR' },
    ...{ lineCount: 3, gross: 2_500, commission: 250, balance: 2_250 },
  };
  return {
    format: 'guidepost-proof/1',
    checkpoint: checkpoint as string | null,
    key: KEY as string | null,
    lines: lines.slice(0, OWN.length) as Line[],
    statement,
  };
}
const ofOther = (name: keyof typeof OTHERS): Line =>
  logged().lines.find(({ rowId }) => rowId === OTHERS[name].rowId)!;

async function verify(proof: unknown, ...args: string[]) {
  const file = join(folder, 'statement.proof.json');
  writeFileSync(file, typeof proof === 'string' ? proof : JSON.stringify(proof));
  return await cli(['verify', '--statement', file, ...args]);
}

/** The words of what is wrong with it, with their lines. */
async function mistakesOf(proof: unknown, key = KEY): Promise<string[]> {
  const { code, stdout } = await verify(proof, '--json', '--key', key);
  const { valid, mistakes } = JSON.parse(stdout);
  expect([valid, code]).toEqual(mistakes.length === 0 ? [true, 0] : [false, 1]);
  return mistakes.map(({ word, line }: { word: string; line: string | null }) => {
    seen.add(word);
    return line === null ? word : `${line} ${word}`;
  });
}

test('a statement whose lines are all in the log is proven, and shown with what its leaves say', async () => {
  const { code, stdout } = await verify(document(), '--json', '--key', KEY);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    valid: true,
    mistakes: [],
    key: { text: KEY, pinned: true },
    checkpoint: { origin: ORIGIN, size: LOG.length },
    statement: { settlementId: 'STL1000000001', balance: 2_250 },
    lines: [
      { lineId: 'LIN11', leafIndex: 0, kind: 'completed', gross: 1_000, commission: 100, amount: 900 },
      { lineId: 'LIN12' },
      { lineId: 'LIN15', amount: -450 },
    ],
  });
  const shown = await verify(document(), '--key', KEY);
  expect(shown.stdout).toContain('✓ All 3 lines of STL1000000001 are in the log');
  expect(shown.stdout).toContain('gross 2500, commission 250, balance 2250, in minor units of EUR');
  expect([shown.stdout.includes('not pinned'), shown.stderr]).toEqual([false, '']);
});

test('without a key of the reader it holds against the one in the file, and says that this is worth little', async () => {
  const { code, stdout, stderr } = await verify(document());
  expect([code, stdout.includes('not pinned')]).toEqual([0, true]);
  expect(stderr).toContain('Give yours by --key');
  const { stdout: json } = await verify(document(), '--json');
  expect(JSON.parse(json).key).toEqual({ text: KEY, pinned: false });
});

test('the key of another log, and a checkpoint that somebody else signed, or edited', async () => {
  const other = generateKeyPairSync('ed25519');
  const otherKey = verifierText({ name: ORIGIN, key: other.publicKey });
  expect(await mistakesOf(document(), otherKey)).toEqual(['checkpoint_not_signed']);
  const forged = { ...document(), checkpoint: logged(other.privateKey).checkpoint, key: otherKey };
  expect(await mistakesOf(forged)).toEqual(['checkpoint_not_signed']);
  const edited = { ...document(), checkpoint: document().checkpoint!.replace('\n10\n', '\n11\n') };
  expect(await mistakesOf(edited)).toEqual(['checkpoint_not_signed']);
});

test('an amount that was edited, a path or a place that was swapped, a salt of another leaf', async () => {
  const proof = document();
  const [first, second] = proof.lines as [Line, Line];
  first.facts = first.facts.replaceAll('900', '901').replace('1000', '1001');
  expect(await mistakesOf(proof)).toEqual(['LIN11 line_not_in_log', 'sums_differ', 'sums_differ']);
  const swaps = [
    { path: second.proof!.path },
    { leafIndex: 1 },
    { salt: second.proof!.salt },
    { withheld: second.proof!.path[0]! },
    { path: [] },
  ];
  for (const swap of swaps) {
    const [line, ...others] = document().lines as [Line, Line, Line];
    const swapped = { ...document(), lines: [{ ...line, proof: { ...line.proof, ...swap } }, ...others] };
    expect(await mistakesOf(swapped)).toEqual(['LIN11 line_not_in_log']);
  }
});

test('a line that was left out, or is there twice, or is under the id of another', async () => {
  const { lines, ...rest } = document();
  expect(await mistakesOf({ ...rest, lines: lines.slice(1) })).toEqual([
    'lines_missing',
    ...['sums_differ', 'sums_differ', 'sums_differ'],
  ]);
  expect((await mistakesOf({ ...rest, lines: [lines[0], lines[0], lines[2]] }))[0]).toBe(
    'LIN11 line_repeated',
  );
  expect(
    await mistakesOf({ ...rest, lines: [lines[0], { ...lines[1], lineId: 'LIN13' }, lines[2]] }),
  ).toEqual(['LIN13 line_of_other_row']);
});

test.each([
  ['platform', 'LIN21 line_of_other_account'],
  ['merchant', 'LIN22 line_of_other_merchant'],
  ['currency', 'LIN23 line_of_other_currency'],
  ['sandbox', 'LIN24 line_of_other_world'],
  ['payment', 'LIN25 line_is_payment'],
] as const)('an entry that is in the log and not of this statement: %s', async (name, found) => {
  const proof = document();
  proof.lines[1] = ofOther(name);
  expect(await mistakesOf(proof)).toEqual([found]);
});

test('an entry whose amount is not gross less commission', async () => {
  const proof = document();
  proof.lines[1] = ofOther('unbalanced');
  expect(await mistakesOf(proof)).toEqual(['LIN26 line_does_not_add_up', 'sums_differ']);
});

test('facts with a line break are refused, whatever their hash is', async () => {
  const proof = document();
  proof.lines[1] = ofOther('broken');
  expect((await mistakesOf(proof))[0]).toBe('LIN27 line_malformed');
  const { stdout } = await verify(proof, '--key', KEY);
  expect(stdout).toContain('LIN27: Its facts have a line break.');
});

test('totals that were edited', async () => {
  const { statement, ...rest } = document();
  for (const name of ['gross', 'commission', 'balance'] as const)
    expect(await mistakesOf({ ...rest, statement: { ...statement, [name]: statement[name] + 1 } })).toEqual([
      'sums_differ',
    ]);
  expect(await mistakesOf({ ...rest, statement: { ...statement, lineCount: 4 } })).toEqual(['lines_missing']);
});

test('a line that has no leaf yet is told, and proves nothing', async () => {
  const proof = document();
  proof.lines[2]!.proof = null;
  expect(await mistakesOf(proof)).toEqual(['LIN15 line_not_logged']);
  const { stdout } = await verify(proof, '--json', '--key', KEY);
  expect(JSON.parse(stdout).lines).toHaveLength(2);
  const nothing = { ...proof, checkpoint: null, key: null, lines: [proof.lines[2]] };
  expect(await mistakesOf(nothing)).toContain('nothing_logged');
});

test.each([
  ['not an object', () => 7],
  ['another table', (line: Line) => ({ ...line, kind: 'audit_entry' })],
  ['a row that is no number', (line: Line) => ({ ...line, rowId: '12\n' })],
  ['an id that is none', (line: Line) => ({ ...line, lineId: 'LIN012' })],
  ['facts that are no text', (line: Line) => ({ ...line, facts: JSON.parse(line.facts) })],
  ['facts that are no JSON', (line: Line) => ({ ...line, facts: 'x' })],
  ['facts without amounts', (line: Line) => ({ ...line, facts: '{}' })],
  [
    'an amount that no number holds',
    (line: Line) => ({ ...line, facts: line.facts.replace('2000', '9e99') }),
  ],
  ['a salt of another length', (line: Line) => ({ ...line, proof: { ...line.proof, salt: 'AAAA' } })],
  ['a path that is no list', (line: Line) => ({ ...line, proof: { ...line.proof, path: 'x' } })],
  [
    'a path without an end',
    (line: Line) => ({ ...line, proof: { ...line.proof, path: Array(65).fill('x') } }),
  ],
  ['no proof', (line: Line) => ({ ...line, proof: undefined })],
] as const)('a line that is malformed is refused: %s', async (_, broken) => {
  const { lines, ...rest } = document();
  const [mistake] = await mistakesOf({ ...rest, lines: [lines[0], broken(lines[1]!), lines[2]] });
  expect(mistake).toContain('line_malformed');
});

test('what is no proof, or broke off, or is held against no key ends with 2', async () => {
  const whole = JSON.stringify(document());
  for (const [proof, said] of [
    [whole.slice(0, 200), 'broken off'],
    ['{"code":200}', 'no proof of a statement'],
    [{ ...document(), statement: {} }, 'members of the proof are missing'],
  ] as const) {
    const { code, stdout, stderr } = await verify(proof, '--key', KEY);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
  }
  expect(await verify(whole, '--key', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('NAME+ID+KEY'),
  });
  expect((await verify(whole, '--headers', 'x')).code).toBe(2);
  expect((await cli(['verify', '--statement', join(folder, 'nowhere')])).code).toBe(2);
  expect(await cli(['verify', '--key', KEY])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--statement'),
  });
});
