/**
 * What mechanisms buy that are there for a figure only: the same work by two API processes of one platform in turns, the
 * one as it is and the other without the mechanism (tools/bench/mechanisms). One that buys less than a fifth has to go.
 */
import { pathToFileURL } from 'node:url';
import { CASES } from '../lists/cases.ts';
import { seedLarge } from '../lists/seed.ts';
import type { Mechanism } from '../mechanisms/removals.ts';
import { CHECKOUT, startBackends } from '../support/backends.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { type Caller, createGuidepost, type Guidepost } from '../support/guidepost.ts';
import { createIntake } from '../support/intake.ts';
import { latenciesOf, median, shortly } from '../support/numbers.ts';
import type { BenchProcess } from '../support/process.ts';

const ROUNDS = 3;
const CREATES = 4_000;
const GUIDES = [10_000, 100_000] as const;
const ORDERS_A_GUIDE = 1;
const LIST_ROUNDS = 50;
/** Of tools/bench/lists/cases.ts: what is asked most, and what counts most. */
const LISTS = ['guide list', 'guide list, 5 days available', 'guide list, language, price and guests'];
const WARM_UP = 5;

/** One value of each kind for each round. */
interface Sides {
  readonly with: number[];
  readonly without: number[];
}
const SIDES = ['with', 'without'] as const;
type Side = (typeof SIDES)[number];

export const run: Scenario = async (scale) => ({
  figures: [...(await rushFigures(scale)), ...(await bitsFigures(scale))],
});

async function rushFigures(scale: number): Promise<Figure[]> {
  const guidepost = await createGuidepost();
  try {
    const calls = Math.max(320, Math.ceil(CREATES * scale));
    const rates: Sides = { with: [], without: [] };
    const slowest: Sides = { with: [], without: [] };
    let first = 0;
    for (let round = -1; round < ROUNDS; round++) {
      for (const side of SIDES) {
        const api = await startSide(guidepost, side, 'rush');
        const intake = createIntake(guidepost, api, await guidepost.addCaller(api, 'agency'), first);
        const { perSecond, times, failures } = await intake.load(calls);
        if (failures[0] !== undefined) throw failures[0];
        await intake.started();
        await intake.close();
        await api.stop();
        first += calls;
        if (round < 0) continue;
        rates[side].push(perSecond);
        slowest[side].push(latenciesOf(times).p99);
      }
    }
    return [
      figureOf('order intake, in a rush orders are taken first (0029)', '/s', rates),
      figureOf('its p99', 'ms', slowest),
    ];
  } finally {
    await guidepost.close();
  }
}

async function bitsFigures(scale: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const whole of GUIDES) {
    const guides = Math.max(1_000, Math.ceil(whole * scale));
    const backends = await startBackends();
    try {
      await seedLarge(backends.databaseUrl, { guides, orders: guides * ORDERS_A_GUIDE });
      const guidepost = await createGuidepost(backends);
      try {
        figures.push(...(await listFigures(guidepost, guides)));
      } finally {
        await guidepost.close();
      }
    } finally {
      await backends.close();
    }
  }
  return figures;
}

async function listFigures(guidepost: Guidepost, guides: number): Promise<Figure[]> {
  const callers: Record<Side, Caller> = {
    with: await callerOf(guidepost, await startSide(guidepost, 'with', 'bits')),
    without: await callerOf(guidepost, await startSide(guidepost, 'without', 'bits')),
  };
  const { total } = await callers.with.get('guide/list');
  if (Number(total) < guides / 2) throw new Error(`only ${total} of ${guides} guides are seen`);
  const figures: Figure[] = [];
  for (const [what, path] of CASES.filter(([name]) => LISTS.includes(name))) {
    const asked = path({ cursor: '' }).replace('/open/v1/', '');
    const times: Sides = { with: [], without: [] };
    for (let round = -WARM_UP; round < LIST_ROUNDS; round++) {
      for (const side of SIDES) {
        const begin = performance.now();
        await callers[side].get(asked);
        if (round >= 0) times[side].push(performance.now() - begin);
      }
    }
    figures.push(
      figureOf(`${what}, of ${guides.toLocaleString('en')} guides, counted by bits (0011)`, 'ms', times),
    );
  }
  return figures;
}

/** The large world is no sandbox. */
const callerOf = (guidepost: Guidepost, api: BenchProcess) =>
  guidepost.addCaller(api, 'agency', undefined, false);

const WITHOUT = pathToFileURL(`${CHECKOUT}/bench/mechanisms/without.ts`).href;

function startSide(guidepost: Guidepost, side: Side, mechanism: Mechanism): Promise<BenchProcess> {
  return guidepost.startApi(
    side === 'with' ? {} : { NODE_OPTIONS: `--import=${WITHOUT}`, WITHOUT: mechanism },
  );
}

function figureOf(what: string, unit: string, values: Sides): Figure {
  const range = (side: Side) =>
    `${shortly(Math.min(...values[side]))} to ${shortly(Math.max(...values[side]))}`;
  return {
    what,
    value: median(values.with),
    unit,
    limit: { what: 'without', value: median(values.without) },
    note: `${range('with')} against ${range('without')}`,
  };
}
