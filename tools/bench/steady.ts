/**
 * `npm run bench -- steady [--minutes 30 --rate 5]`: the whole platform under whole order lives, so many begun each
 * second whether or not earlier ones have ended, while memory and latency are watched. Does either grow? Ctrl-C ends it
 * early. Figures and plots go into docs/ when it ran for half an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { acknowledging, startReceiver } from './notifications/receivers.ts';
import { beginLives, createLives, type Lives } from './steady/lives.ts';
import { resultOf, type SteadyRun } from './steady/result.ts';
import { NOTIFICATION, type Sample, sampleUntil } from './steady/samples.ts';
import { say } from './support/backends.ts';
import { createGuidepost } from './support/guidepost.ts';
import { latenciesOf, shortly } from './support/numbers.ts';
import { printResult, writeResult } from './support/report.ts';
import { STEADY } from './support/scenarios.ts';

/** A shorter run gives no figure to quote. */
const WHOLE_MINUTES = 30;
/** Tokens last two hours. */
const MAX_MINUTES = 110;
/** Code is compiled, caches and pools are filled: that is not the growth that is measured. */
const WARM_UP_MS = 60_000;
/** What is left once the load has ended. */
const DRAIN_MS = 60_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '5' } },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
if (!(minutes > 0 && minutes <= MAX_MINUTES && rate > 0)) {
  say(`usage: npm run bench -- steady [--minutes 30, at most ${MAX_MINUTES}] [--rate 5]`);
  process.exit(2);
}
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());

const run = await measure(stopped.signal);
const result = resultOf(run);
printResult(STEADY, result);
// The clock of the load may be some milliseconds short of it.
if (minutes >= WHOLE_MINUTES && !stopped.signal.aborted) await writeResult(STEADY, result);
process.exit(stopped.signal.aborted ? 1 : 0);

async function measure(signal: AbortSignal): Promise<SteadyRun> {
  const receiver = await startReceiver(acknowledging());
  const guidepost = await createGuidepost();
  try {
    const api = await guidepost.startApi();
    const [orders, notifications] = [
      await guidepost.startWorker('orders'),
      await guidepost.startWorker('notifications'),
    ];
    const agency = await guidepost.addCaller(api, 'agency', receiver.url);
    const lives = createLives({ agency, studio: await guidepost.addCaller(api, 'studio') });
    say(`warming up for ${WARM_UP_MS / 1_000} s`);
    await beginLives(lives, { rate, forMs: WARM_UP_MS, signal });
    const before = lives.counts();
    lives.take();
    const enough = new AbortController();
    const { postgresPid, temporal } = guidepost.backends;
    const sampling = sampleUntil(enough.signal, {
      orm: guidepost.orm,
      processes: {
        API: api.pid,
        'order worker': orders.pid,
        'notification worker': notifications.pid,
        Temporal: temporal.pid() ?? 0,
      },
      families: { PostgreSQL: postgresPid() ?? 0 },
      merchantKey: agency.key,
      takeTimes: lives.take,
      onSample: (sample) => say(lineOf(sample, lives)),
    });
    const load = beginLives(lives, { rate, forMs: minutes * 60_000, signal }).finally(() => enough.abort());
    const [seconds, samples] = await Promise.all([load, sampling]);
    for (const [error, count] of lives.errors) say(`${count} × ${error}`);
    const after = lives.counts();
    return {
      minutes: seconds / 60,
      rate,
      samples,
      lives: { begun: after.begun - before.begun, ended: after.ended - before.ended },
      calls: { answered: after.answered, errors: after.errors },
      unacknowledged: await leftAfterDrain(() =>
        guidepost.count(`select count(*) from notification where status = 'pending'`),
      ),
    };
  } finally {
    await guidepost.close();
    await receiver.close();
  }
}

/** How many still wait after a while. */
async function leftAfterDrain(count: () => Promise<number>): Promise<number> {
  for (const end = Date.now() + DRAIN_MS; ; await sleep(500)) {
    const left = await count();
    if (left === 0 || Date.now() > end) return left;
  }
}

function lineOf({ minutes, memoryMiB, times, busy }: Sample, lives: Lives): string {
  const { ended, errors } = lives.counts();
  const memory = Object.entries(memoryMiB).map(([part, mib]) => `${part} ${mib}`);
  const latency = ['create', 'confirm', NOTIFICATION].map((kind) => {
    const { p50, p99 } = latenciesOf(times.get(kind) ?? []);
    return `${kind} ${shortly(p50)}/${shortly(p99)}`;
  });
  const head = `${minutes.toFixed(1)} min, ${ended} lives, ${errors} errors, ${(busy * 100).toFixed(0)} % busy`;
  return `${head}; MiB: ${memory.join(', ')}; p50/p99 ms: ${latency.join(', ')}`;
}
