import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AdminCommand } from '../../admin/command.ts';
import { commandsOf, createProgram } from '../../admin/program.ts';
import { exitOf } from '../../admin/refusal.ts';
import { openInstallation } from '../../db/installation.ts';
import { claimNamespace } from '../../lib/operations/temporal-identity.ts';
import { createTestApp, ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';

/** Two platforms on one machine: no command works across them, whichever commands there are. */
let api: TestApp;
let temporal: TestNamespace;
const before = { ...process.env };

beforeAll(async () => {
  [api, temporal] = await Promise.all([createTestApp(), createTestNamespace()]);
  await openInstallation(api.orm.em.fork(), api.cipher);
  await claimNamespace(temporal.client, '00000000-0000-4000-8000-00000000000b');
});
afterAll(async () => {
  process.env = before;
  await Promise.all([api.close(), temporal.close()]);
});

/** Something that each argument's own check takes. */
const ANYTHING = [
  '1',
  'mk_nobody',
  'ORD1700000000000123456',
  'NTF1-1',
  'ops@example.com',
  'reply.example.com',
  '2027-03',
  '2027-03-01',
  'EUR',
  'PT',
  '10%',
  '2h',
  'read-only',
  'CO1001',
  'LIN12',
  'PRP17',
  'STL1',
  'DOC1',
];

function acceptable({ parseArg, argChoices }: { parseArg?: unknown; argChoices?: string[] }): string {
  const taken = [...(argChoices ?? []), ...ANYTHING].find((text) => {
    try {
      if (typeof parseArg === 'function') parseArg(text, undefined);
      return true;
    } catch {
      return false;
    }
  });
  if (taken === undefined) throw new Error(`no value is accepted by ${parseArg}: add one to ANYTHING`);
  return taken;
}

/** As somebody would type it, with whatever it needs. */
function typed(command: AdminCommand): string[] {
  const path: string[] = [];
  for (let at: AdminCommand | null = command; at?.parent; at = at.parent as AdminCommand | null)
    path.unshift(at.name());
  const given = command.registeredArguments.filter(({ required }) => required).map(acceptable);
  const needed = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap((option) => [option.long!, acceptable(option)]);
  return [...path, ...needed, ...given];
}

/** How each ends, by what was typed. */
async function endsOf(commands: readonly AdminCommand[], env: Record<string, string>) {
  process.env = { ...before, GUIDEPOST_OPERATOR: 'tests', DATABASE_URL: api.databaseUrl, ...there(), ...env };
  const ends: Record<string, string> = {};
  for (const command of commands) {
    const run = createProgram({ isJson: true }).parseAsync(['node', 'admin', ...typed(command)]);
    ends[typed(command).join(' ')] = await run.then(() => 'done', exitOf);
  }
  return ends;
}

const there = () => ({ TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace });
const foreign = (commands: readonly AdminCommand[]) =>
  Object.fromEntries(commands.map((command) => [typed(command).join(' '), 'foreign']));
const commands = commandsOf(createProgram());

test("with another platform's ENCRYPTION_KEY no command does anything, and status alone answers", async () => {
  const untouched = await fingerprintOf(api.orm);
  const ends = await endsOf(commands, { ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') });
  // Status says that the key is another platform's.
  expect(ends).toEqual({ ...foreign(commands), status: 'done' });
  expect(Object.keys(ends)).toHaveLength(commands.length);
  expect(await fingerprintOf(api.orm)).toBe(untouched);
});

test("with another platform's Temporal no command that asks it for something does anything", async () => {
  const asking = commands.filter(({ declared }) => declared?.temporal !== undefined);
  expect(asking.length).toBeGreaterThan(5);
  const untouched = await fingerprintOf(api.orm);
  expect(await endsOf(asking, { ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64') })).toEqual(
    foreign(asking),
  );
  expect(await fingerprintOf(api.orm)).toBe(untouched);
  expect(await temporal.client.workflow.count("WorkflowType != 'installation'")).toMatchObject({
    count: 0,
  });
});
