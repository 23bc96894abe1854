/** Releases whose workers and APIs run side by side: their workflows and their task queues differ, everything else is today's. */
import { readFileSync } from 'node:fs';
import { PROGRAM } from '../../workflows/contract.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { PREVIOUS_PROGRAM, previousBundle } from './previous.ts';

export interface Release {
  readonly bundle: { readonly code: string };
  /** Of its program. @param role of its workers. */
  queue(role: 'orders' | 'settlements'): string;
}

export interface Releases {
  /** The last one that was published. */
  readonly published: Release;
  readonly today: Release;
  readonly next: Release;
  /** The next one, whose orders make no progress: their workflow tasks fail. */
  readonly bad: Release;
  /** The next one, whose orders end at once, since their workflows fail. */
  readonly failing: Release;
}

const ORDER_BEGINS = 'async function order(input) {';
/** As the bundler names the SDK there. */
const SDK = '_temporalio_workflow__WEBPACK_IMPORTED_MODULE_0__';

const queueOf =
  (program: number): Release['queue'] =>
  (role) =>
    `${role}-${program}`;

export async function readReleases(): Promise<Releases> {
  const { codePath } = await testWorkflows();
  const code = readFileSync(codePath, 'utf8');
  const numbered = (program: number): Release => {
    const its = code.replace(`PROGRAM = ${PROGRAM};`, `PROGRAM = ${program};`);
    if (program !== PROGRAM && its === code) throw new Error('the bundle names no program');
    return { bundle: { code: its }, queue: queueOf(program) };
  };
  const spoiled = (release: Release, statement: string): Release => {
    const its = release.bundle.code.replace(ORDER_BEGINS, `${ORDER_BEGINS} ${statement}`);
    if (its === release.bundle.code) throw new Error('the bundle has no order');
    return { ...release, bundle: { code: its } };
  };
  const next = numbered(PROGRAM + 1);
  return {
    published: { bundle: { code: previousBundle() }, queue: queueOf(PREVIOUS_PROGRAM) },
    today: numbered(PROGRAM),
    next,
    bad: spoiled(next, "throw new Error('a bad release');"),
    failing: spoiled(next, `throw ${SDK}.ApplicationFailure.nonRetryable('a bad release');`),
  };
}
