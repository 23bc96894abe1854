import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { attackWith, type Flood } from './sockets.ts';
import type { Target } from './target.ts';

const PER_SECOND = 10;
/** Below that a difference is this machine's own. */
const UNFELT_MS = 20;
const FACTOR = 1.5;

export interface HonestRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Waits {
  /** In ms, sorted. */
  readonly waits: readonly number[];
  readonly failed: number;
  /** Of the process, each second. */
  readonly megabytes: readonly number[];
}

/** Ten requests a second, every other one on a connection of its own: what they waited for. */
async function measure(target: Target, asked: readonly HonestRequest[], seconds: number): Promise<Waits> {
  const kept = new Agent({ keepAlive: true, maxSockets: 4 });
  const waits: number[] = [];
  const under: Promise<void>[] = [];
  let failed = 0;
  const megabytes: number[] = [];
  const until = Date.now() + seconds * 1_000;
  for (let number = 0; Date.now() < until && target.ended() === undefined; number++) {
    const agent = number % 2 === 0 ? kept : false;
    const began = performance.now();
    under.push(
      ask(target, asked[number % asked.length]!, agent).then(
        (isAnswered) => (isAnswered ? void waits.push(performance.now() - began) : void failed++),
        () => void failed++,
      ),
    );
    if (number % PER_SECOND === 0) megabytes.push(target.residentMegabytes());
    await sleep(1_000 / PER_SECOND);
  }
  await Promise.all(under);
  kept.destroy();
  return { waits: waits.sort((one, other) => one - other), failed, megabytes };
}

function ask(
  { port }: Target,
  { path, headers = {} }: HonestRequest,
  agent: Agent | false,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200));
    });
    asked.once('error', reject).end();
  });
}

export interface Measured {
  readonly quiet: Waits;
  /** Beside the same attacker, who attacks a decoy: what two cores give to three. */
  readonly beside: Waits;
  readonly attacked: Waits;
}

/** Quiet, beside an attacker of nobody (a quarter of the time each), and under attack. @returns also how many connections that one opened. */
export async function measureAttack(
  target: Target,
  asked: readonly HonestRequest[],
  seconds: number,
  flood: Flood,
): Promise<Measured & { readonly opened: number }> {
  const quiet = await measure(target, asked, seconds / 4);
  const decoy = attackWith(flood, { isDecoy: true });
  const beside = await measure(target, asked, seconds / 4);
  await decoy.stop();
  const attack = attackWith(flood, { isDecoy: false });
  const attacked = await measure(target, asked, seconds);
  return { quiet, beside, attacked, opened: await attack.stop() };
}

/** Prints what was measured. @returns whether honest clients were served as before, within a bounded memory. */
export function report(
  target: Target,
  { quiet, beside, attacked }: Measured,
  mostMegabytes: number,
): boolean {
  const [before, under] = [percentile(quiet.waits, 99), percentile(attacked.waits, 99)];
  const [little, much] = [Math.max(...quiet.megabytes), Math.max(...attacked.megabytes)];
  const samples = attacked.megabytes.filter(
    (_value, at) => at % Math.ceil(attacked.megabytes.length / 12) === 0,
  );
  console.log(`process: ${target.ended() === undefined ? 'lives' : `ended with ${target.ended()}`}`);
  console.log(`memory (MB): at most ${little} quiet, ${much} under attack: ${samples.join(' ')}`);
  console.log(
    `honest clients: ${quiet.failed + attacked.failed} failed; quiet ${shown(quiet)}; beside an attacker of nobody ${shown(beside)}; under attack ${shown(attacked)}`,
  );
  const checks = [
    target.ended() === undefined,
    quiet.failed + attacked.failed === 0,
    under <= Math.max(before * FACTOR, UNFELT_MS),
    much - little <= mostMegabytes,
  ];
  console.log(`${checks.filter(Boolean).length} passed, ${checks.filter((held) => !held).length} failed`);
  return checks.every(Boolean);
}

function shown({ waits }: Waits): string {
  return `p50 ${percentile(waits, 50).toFixed(1)} ms, p99 ${percentile(waits, 99).toFixed(1)} ms (${waits.length})`;
}

function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
