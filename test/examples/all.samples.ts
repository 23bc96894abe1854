/**
 * `npm run proof -- samples`: runs every sample of the documentation against a real platform, in the scenario's order, each language on a
 * platform of its own. Where there is no python3, its samples are left out, and the run says so.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Sample, samplesOf } from '../../contract/samples/index.ts';
import { tokenRequest } from '../support/app.ts';
import { type Carry, drive } from './drive.ts';
import { exemplary, operationsOf, readDocument } from './operations.ts';
import { preparePython, type Runner, startNode, startPython, startShell } from './runners.ts';
import { SCENARIO } from './scenario/index.ts';
import { createExampleWorld, type ExampleWorld } from './world.ts';

const SLOW = 300_000;
/** Within the repository, so that samples find the SDK by its name. */
const PLACE = join(process.cwd(), '.guidepost');
const ENDINGS = { curl: 'sh', TypeScript: 'ts', Python: 'py' } as const;

let world: ExampleWorld;
let folder: string;
let baseUrl: string;
beforeEach(async () => {
  world = await createExampleWorld();
  await world.platform.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(world.platform.app.server.address() as AddressInfo).port}`;
  mkdirSync(PLACE, { recursive: true });
  folder = mkdtempSync(join(PLACE, 'samples-'));
}, SLOW);
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
}, SLOW);

test('every sample for curl works', () => runAll('curl', startShell()), SLOW);
test('every sample in TypeScript works', () => runAll('TypeScript', startNode()), SLOW);

const python = await preparePython();
const testPython = python === undefined ? test.skip : test;
testPython(
  `every sample in Python works${python === undefined ? ' (left out: there is no python3 with httpx)' : ''}`,
  () => runAll('Python', startPython(python!)),
  SLOW,
);

/** Every example of the scenario, by its sample. */
async function runAll(label: Sample['label'], runner: Runner): Promise<void> {
  const operations = operationsOf(await readDocument());
  const ran = new Set<string>();
  try {
    await drive(world, SCENARIO, operations, async (step, operation) => {
      const sample = samplesOf(operation)!.find((one) => one.label === label)!;
      const code = world.likeness.textToReal(sample.code);
      const file = join(folder, `${step.operationId}.${ENDINGS[label]}`);
      writeFileSync(file, `${code}\n`);
      ran.add(step.operationId);
      try {
        return runner.answer(await runner.run(file, await environment(step)), step.operationId);
      } catch (cause) {
        throw new Error(`the sample of ${step.operationId} does not work:\n${code}\n`, { cause });
      }
    });
  } finally {
    await runner.close();
  }
  expect(ran.size).toBe(exemplary(operations).size);
}

/** What a reader would have in their environment. */
async function environment({ by, scope }: Parameters<Carry>[0]): Promise<Record<string, string>> {
  const client = world.credentials(by) ?? world.platform.sandbox.agency;
  const answer = await world.platform.app.inject(tokenRequest(client, scope));
  return {
    GUIDEPOST_BASE_URL: baseUrl,
    GUIDEPOST_CLIENT_ID: client.clientId,
    GUIDEPOST_CLIENT_SECRET: client.clientSecret,
    TOKEN: answer.json().data.access_token,
  };
}
