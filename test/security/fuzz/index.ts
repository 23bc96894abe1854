import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials, DevInfo } from '../../../tools/embedded/dev-file.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import { pythonWith } from '../../support/documents/python.ts';
import { startThrowawayPlatform } from '../../support/platform/throwaway-platform.ts';
import { type Groups, groupsOf, type OpenApi } from './groups.ts';
import { type Outcome, runSchemathesis, type Task } from './schemathesis.ts';
import { makeThings } from './things.ts';
import { createTotals, type Totals } from './totals.ts';

const REQUIREMENTS = new URL('requirements.txt', import.meta.url);

/** One round of more made up requests, for groups that have too few yet. */
const ROUND_SECONDS = 10;
const MAX_ROUNDS = 60;
const FOR_STUDIOS = ['guides', 'partners', 'settlements'];

export interface FuzzOptions {
  /** At least so many in each group. */
  readonly cases: number;
  /** All without any. */
  readonly tags: readonly string[];
  readonly seed: number;
  /** Each group only as the merchant that it is mostly for: half of the time. */
  readonly isQuick: boolean;
  readonly say: Say;
  readonly signal: AbortSignal;
}

type Merchant = 'agency' | 'studio';
type Shared = Pick<Task, 'python' | 'api' | 'things' | 'signal'>;

/** schemathesis against a platform of its own, as the sandbox's agency and as its studio at the same time. */
export async function fuzz(options: FuzzOptions): Promise<{ totals: Totals; groups: Groups }> {
  const { say, signal } = options;
  const python = await pythonWith('schemathesis', readFileSync(REQUIREMENTS, 'utf8'), say);
  const platform = await startThrowawayPlatform(say, signal);
  try {
    const { info, folder } = platform;
    const document = await fetch(`${info.api}/openapi.json`);
    const groups = groupsOf((await document.json()) as OpenApi, options.tags);
    const shared = { python, api: info.api, things: await makeThings(info), signal };
    const totals = createTotals();
    await runRounds(options, groups, totals, (plan) => asBoth(info, folder, shared, plan));
    return { totals, groups };
  } finally {
    await platform.close();
  }
}

type Plan = Pick<Task, 'seed' | 'seconds'> & { readonly examples: Record<Merchant, Task['examples']> };

/** All phases for all groups; then more for those that have too few, whose inputs are soon all there are. */
async function runRounds(
  { cases, seed, isQuick, say, signal }: FuzzOptions,
  groups: Groups,
  totals: Totals,
  run: (plan: Plan) => Promise<Outcome[]>,
): Promise<void> {
  const isFor = (merchant: Merchant) => (tag: string) =>
    !isQuick || (merchant === 'studio') === FOR_STUDIOS.includes(tag);
  let left: Groups = groups;
  for (let round = 0; left.size > 0 && round <= MAX_ROUNDS && !signal.aborted; round++) {
    say(`Round ${round + 1}: ${[...left.keys()].join(', ')}`);
    const examples = {
      agency: examplesFor(left, cases, isFor('agency')),
      studio: examplesFor(left, cases, isFor('studio')),
    };
    const outcomes = await run({
      seed: seed + round,
      examples,
      ...(round > 0 && { seconds: ROUND_SECONDS }),
    });
    for (const outcome of outcomes) totals.add(outcome);
    if (totals.failures.length > 0) return;
    left = new Map([...left].filter(([tag]) => totals.cases(tag) < cases));
  }
  for (const tag of left.keys())
    totals.add({ counts: {}, failure: `${tag}: only ${totals.cases(tag)} cases` });
}

/** Both merchants share the work. */
function examplesFor(groups: Groups, cases: number, isIncluded: (tag: string) => boolean): Task['examples'] {
  const own = [...groups].filter(([tag]) => isIncluded(tag));
  return new Map(own.map(([tag, operations]) => [tag, Math.ceil(cases / operations / 2)]));
}

async function asBoth(info: DevInfo, folder: string, shared: Shared, plan: Plan): Promise<Outcome[]> {
  const merchants = (['agency', 'studio'] as const).filter((name) => plan.examples[name].size > 0);
  return await Promise.all(
    merchants.map(async (name) => {
      const own = join(folder, `fuzz-${name}`);
      mkdirSync(own, { recursive: true });
      const token = await tokenOf(info.api, info[name]);
      return await runSchemathesis({ ...shared, ...plan, examples: plan.examples[name], folder: own, token });
    }),
  );
}

async function tokenOf(api: string, { clientId, clientSecret }: Credentials): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(`${api}/open/v1/auth/token`, { method: 'POST', body });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return data.access_token;
}
