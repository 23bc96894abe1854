/** How fast orders are taken in, held against one bare insert per POST; and that every one of them is started. */
import { PEERS, type Peer, type PeerName, startPeer } from '../peers/peer.ts';
import type { Figure, Scale, ScenarioResult } from '../support/figures.ts';
import { createGuidepost, type Guidepost, orderNumber } from '../support/guidepost.ts';
import { createIntake, createLoad, INTAKE_CONNECTIONS, type Intake, type Load } from '../support/intake.ts';
import { until } from '../support/load.ts';
import { latenciesOf, median, shortly } from '../support/numbers.ts';
import { createPoster } from '../support/poster.ts';
import { type BenchProcess, startProcess } from '../support/process.ts';

const ORDERS = 10_000;
const WARM_UP = 2_000;
const ROUNDS = 3;
/** DBOS is slower; a third of the orders takes it as long, and is enough for the others. */
const PEER_SHARE = 0.3;
/** Of what it can; so fast an installation should go at its busiest. */
const PACED_SHARE = 0.5;
const PACED_SECONDS = 20;

const PEER_INTAKE: Readonly<Record<PeerName, string>> = {
  'DBOS Transact': 'workflows started with their row',
  'an outbox with graphile-worker': 'a row, its event and the job of its notification',
};

interface Round {
  readonly bare: number;
  readonly ours: number;
  /** Milliseconds of each of our answers. */
  readonly times: readonly number[];
  /** Seconds from the end of our load until the last of its orders was started. */
  readonly startSeconds: number;
  readonly peers: Readonly<Record<PeerName, number>>;
}

export async function run(scale: Scale): Promise<ScenarioResult> {
  const guidepost = await createGuidepost();
  const bare = await startBare(guidepost).catch(async (error) => {
    await guidepost.close();
    throw error;
  });
  try {
    const calls = (count: number) => Math.max(INTAKE_CONNECTIONS, Math.round(count * scale));
    const stage = await setStage(guidepost, bare);
    await stage.round(calls(WARM_UP));
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await stage.round(calls(ORDERS)));
    const paced = await stage.paced(median(rounds.map(({ ours }) => ours)) * PACED_SHARE);
    await stage.close();
    return { figures: [...figuresOf(rounds), ...pacedFiguresOf(paced)] };
  } finally {
    bare.kill();
    await guidepost.close();
  }
}

function startBare({ backends }: Guidepost): Promise<BenchProcess> {
  return startProcess('tools/bench/limits/bare-insert.ts', 'PORT', { DATABASE_URL: backends.databaseUrl });
}

/** The others wait idle while one of them is measured. */
async function setStage(guidepost: Guidepost, { url }: BenchProcess) {
  const api = await guidepost.startApi();
  const intake = createIntake(guidepost, api, await guidepost.addCaller(api, 'agency'));
  const poster = createPoster(url, { connections: INTAKE_CONNECTIONS });
  const loadBare = createLoad((index) => poster.post('/orders', JSON.stringify(orderNumber(index))));
  return {
    async round(calls: number): Promise<Round> {
      return {
        bare: (await flawless(loadBare, calls)).perSecond,
        ...(await ourRound(intake, calls)),
        peers: await peerRounds(guidepost, Math.ceil(calls * PEER_SHARE)),
      };
    },
    paced: async (perSecond: number) => {
      const calls = Math.ceil(perSecond * PACED_SECONDS);
      const { failures, times } = await intake.paced(perSecond, calls);
      if (failures[0] !== undefined) throw failures[0];
      return { perSecond, times };
    },
    close: async () => void (await Promise.all([poster.close(), intake.close()])),
  };
}

/** The next one begins only when Temporal has nothing left to do. */
async function ourRound(intake: Intake, calls: number) {
  const { perSecond, times } = await flawless(intake.load, calls);
  return { ours: perSecond, times, startSeconds: await intake.started() };
}

async function peerRounds(guidepost: Guidepost, calls: number): Promise<Record<PeerName, number>> {
  const rates: [PeerName, number][] = [];
  for (const name of PEERS) rates.push([name, await peerRound(guidepost, name, calls)]);
  return Object.fromEntries(rates) as Record<PeerName, number>;
}

/** Orders taken with their row, each second, until the last row is there. */
async function peerRound({ backends }: Guidepost, name: PeerName, calls: number): Promise<number> {
  const peer = await startPeer(name, backends, { until: 'intake' });
  try {
    const load = createLoad(peer.start);
    await allWritten(peer, load, Math.ceil(calls * PEER_SHARE));
    const seconds = await allWritten(peer, load, calls);
    return calls / seconds;
  } finally {
    await peer.close();
  }
}

async function allWritten(peer: Peer, load: Load, calls: number): Promise<number> {
  const wanted = (await peer.written()) + calls;
  const begin = performance.now();
  await flawless(load, calls);
  const isSo = async () => (await peer.written()) === wanted;
  await until('every order of the peer is written', isSo, { everyMs: 20 });
  return (performance.now() - begin) / 1_000;
}

/** @throws the first failure. */
async function flawless(load: Load, calls: number) {
  const result = await load(calls);
  if (result.failures[0] !== undefined) throw result.failures[0];
  return result;
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (what: (round: Round) => number) => median(rounds.map(what));
  const { p50, p95, p99, max } = latenciesOf(rounds.flatMap(({ times }) => times));
  const ours = of((round) => round.ours);
  return [
    {
      what: `order intake, ${INTAKE_CONNECTIONS} connections`,
      value: ours,
      unit: '/s',
      limit: { what: 'a bare Fastify + MikroORM insert of one row', value: of((round) => round.bare) },
      bar: { atLeast: 0.5 },
      note: `p50 ${shortly(p50)} ms, p95 ${shortly(p95)} ms, max ${shortly(max)} ms`,
    },
    { what: 'order intake, p99', value: p99, unit: 'ms', bar: { atMost: 40 } },
    {
      what: `from the end of ${(rounds[0]?.times.length ?? 0).toLocaleString('en')} orders until the last is started`,
      value: of((round) => round.startSeconds),
      unit: 's',
      note: 'all started in every round',
    },
    ...PEERS.map((name) => ({
      what: 'order intake, beside a peer',
      value: ours,
      unit: '/s',
      limit: { what: `${name}, ${PEER_INTAKE[name]}`, value: of(({ peers }) => peers[name]) },
    })),
  ];
}

function pacedFiguresOf({ perSecond, times }: { perSecond: number; times: readonly number[] }): Figure[] {
  const { p50, p99, max } = latenciesOf(times);
  const what = 'order intake at half of that rate, whether or not earlier ones are answered';
  return [
    {
      what: `${what}, p50`,
      value: p50,
      unit: 'ms',
      bar: { atMost: 8 },
      note: `${shortly(perSecond)} a second`,
    },
    { what: `${what}, p99`, value: p99, unit: 'ms', bar: { atMost: 25 }, note: `max ${shortly(max)} ms` },
  ];
}
