/**
 * What a studio waits for when it confirms an order, and an agency when it cancels one: over HTTP, against an Update on
 * the same Temporal server that only changes a variable (tools/bench/limits/bare-update). Each command of ours checks the
 * token, reads the order with its events, has its workflow check and write the move (a local activity: order, event, notification,
 * posting in the ledger, in one transaction), and answers by what came of it; a notification goes out after it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBareCaller } from '../limits/bare-update/caller.ts';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { createGuidepost, type Guidepost, orderNumber } from '../support/guidepost.ts';
import { untilIdle } from '../support/idle.ts';
import { closedLoop, openLoop } from '../support/load.ts';
import { addNamespace } from '../support/namespace.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';
import { createPoster } from '../support/poster.ts';
import { startProcess } from '../support/process.ts';

const NAMESPACE = 'bare';
const ROUNDS = 5;
const ORDERS_A_ROUND = 80;
/** An order is cancelled so many confirmations after its own: a second later at 20/s. */
const LAG = 10;
/** For a short run, and to warm up. */
const FEWEST_ORDERS = 3 * LAG;
const PER_SECOND = 20;
const PAUSE_MS = 100;
const STARTS_AT_ONCE = 16;

type Action = 'confirm' | 'cancel';

interface Side {
  /** Makes an order and has its workflow started. @returns its id. */
  create(index: number): Promise<string>;
  command(action: Action, id: string): Promise<unknown>;
}

interface Command {
  readonly action: Action;
  readonly id: string;
}

type Send = (command: Command) => Promise<unknown>;

/** A way to send commands, and what the ratio to the bare Update has to be. */
interface Load {
  readonly run: (commands: readonly Command[], send: Send) => Promise<unknown>;
  readonly p50AtMost: number;
  readonly p99AtMost?: number;
}

const LOADS: Readonly<Record<string, Load>> = {
  // What the one before leaves behind is in the way of the next.
  alone: {
    run: (commands, send) =>
      closedLoop({ connections: 1, calls: commands.length }, (index) => send(commands[index]!)),
    p50AtMost: 2.8,
  },
  [`alone, ${PAUSE_MS} ms apart`]: {
    run: async (commands, send) => {
      for (const command of commands) {
        await send(command);
        await sleep(PAUSE_MS);
      }
    },
    p50AtMost: 2.2,
  },
  [`at ${PER_SECOND}/s`]: {
    run: (commands, send) =>
      openLoop({ perSecond: PER_SECOND, calls: commands.length }, (index) => send(commands[index]!)),
    p50AtMost: 2.2,
    p99AtMost: 3,
  },
};

export const run: Scenario = async (scale) => {
  const guidepost = await createGuidepost();
  const receiver = await startReceiver(acknowledging());
  const closing: (() => Promise<unknown>)[] = [() => guidepost.close(), () => receiver.close()];
  try {
    const ours = await ourSide(guidepost, receiver.url);
    const { bare, direct, close } = await bareSides(guidepost);
    closing.unshift(close);
    const sides = { bare, ours, direct };
    const pids = [guidepost.backends.temporal.pid() ?? 0];
    const figures: Figure[] = [];
    let next = 0;
    for (const [name, load] of Object.entries(LOADS)) {
      const times = { bare: [] as Taken[], ours: [] as Taken[], direct: [] as Taken[] };
      for (let round = -1; round < ROUNDS; round++) {
        for (const side of ['bare', 'ours', 'direct'] as const) {
          const whole = Math.max(Math.ceil(ORDERS_A_ROUND * scale), FEWEST_ORDERS);
          const count = round < 0 ? FEWEST_ORDERS : whole;
          const taken = await measure(sides[side], { first: next, count, load, pids });
          next += count;
          // The first round warms up.
          if (round >= 0) times[side].push(...taken);
        }
      }
      figures.push(...figuresOf(name, load, times));
    }
    return { figures };
  } finally {
    for (const close of closing) await close();
  }
};

interface Taken {
  readonly action: Action;
  readonly ms: number;
}

interface Round {
  readonly first: number;
  readonly count: number;
  readonly load: Load;
  readonly pids: readonly number[];
}

/** Orders made and at rest before, and what came before them too, so that nothing but the commands runs. */
async function measure(side: Side, { first, count, load, pids }: Round): Promise<Taken[]> {
  const ids: string[] = [];
  await closedLoop({ connections: STARTS_AT_ONCE, calls: count }, async (index) => {
    ids.push(await side.create(first + index));
  });
  for (const id of ids.slice(0, LAG)) await side.command('confirm', id);
  await untilIdle(...pids);
  const taken: Taken[] = [];
  await load.run(commandsOn(ids), async ({ action, id }) => {
    const start = performance.now();
    await side.command(action, id);
    taken.push({ action, ms: performance.now() - start });
  });
  return taken;
}

/** Confirm and cancel in turn: each order is cancelled LAG confirmations after its own. */
function commandsOn(ids: readonly string[]): Command[] {
  return ids.slice(LAG).flatMap((id, index) => [
    { action: 'confirm' as const, id },
    { action: 'cancel' as const, id: ids[index]! },
  ]);
}

async function ourSide(guidepost: Guidepost, receiver: string): Promise<Side> {
  await guidepost.startWorker('orders');
  await guidepost.startWorker('notifications');
  const api = await guidepost.startApi();
  const agency = await guidepost.addCaller(api, 'agency', receiver);
  const studio = await guidepost.addCaller(api, 'studio');
  return {
    create: async (index) => `${(await agency.post('order/create', orderNumber(index))).orderId}`,
    command: (action, id) => (action === 'confirm' ? studio : agency).post(`order/${action}/${id}`, {}),
  };
}

/** Over HTTP, and with the client in hand: what the stricter reading of the limit would be. */
async function bareSides({ backends, track }: Guidepost) {
  const { address } = backends.temporal;
  await addNamespace(address, NAMESPACE);
  const env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: NAMESPACE };
  track(await startProcess('tools/bench/limits/bare-update/worker.ts', 'PORT', env));
  const api = await startProcess('tools/bench/limits/bare-update/api.ts', 'PORT', env);
  track(api);
  const client = await createBareCaller(address, NAMESPACE);
  const poster = createPoster(api.url, { connections: 64 });
  const create = async (index: number) => {
    await client.start(`bare-${index}`);
    return `bare-${index}`;
  };
  const bare: Side = { create, command: (action, id) => poster.post(`/${action}/${id}`, '{}') };
  const direct: Side = { create, command: (action, id) => client.update(id, action) };
  return { bare, direct, close: () => Promise.all([poster.close(), client.close()]) };
}

function figuresOf(
  name: string,
  { p50AtMost, p99AtMost }: Load,
  times: Record<'bare' | 'ours' | 'direct', readonly Taken[]>,
): Figure[] {
  const of = (side: keyof typeof times, only?: Action) =>
    latenciesOf(times[side].filter(({ action }) => action === (only ?? action)).map(({ ms }) => ms));
  const [ours, bare] = [of('ours'), of('bare')];
  const each = (['confirm', 'cancel'] as const).map(
    (action) => `${action} ${shortly(of('ours', action).p50)}`,
  );
  const figure = (percentile: 'p50' | 'p99', atMost?: number): Figure => ({
    what: `command latency, confirm and cancel, ${name}: ${percentile}`,
    value: ours[percentile],
    unit: 'ms',
    limit: { what: 'a bare update-with-start, over HTTP too', value: bare[percentile] },
    ...(atMost !== undefined && { bar: { atMost } }),
  });
  const note =
    `p50 of ${each.join(', of ')} ms; the bare one without HTTP ${shortly(of('direct').p50)} ms; ` +
    'ours with a token checked, a read, one transaction of writes, a notification sent behind it';
  return [{ ...figure('p50', p50AtMost), note }, figure('p99', p99AtMost)];
}
