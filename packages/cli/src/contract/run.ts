import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Delivery, type PostOptions, post } from '../receiver/post.ts';
import type { Case } from './case.ts';
import { CASES, GOOD } from './cases.ts';
import { FINDINGS, type FindingName } from './findings.ts';
import { isTestable, isUnreachable, type Judge, judgeBy, judgeGood } from './judge.ts';
import type { Kit } from './kit.ts';

export type Outcome = 'passed' | 'warned' | 'failed' | 'skipped';

export interface Exchange {
  readonly delivery: Delivery;
  readonly answer: Answer;
  /** Null: as it should be. */
  readonly finding: FindingName | null;
}

export interface CaseResult {
  readonly case: Case;
  readonly outcome: Outcome;
  readonly finding: FindingName | null;
  /** None when it was skipped. */
  readonly exchanges: readonly Exchange[];
}

export interface Run {
  readonly results: readonly CaseResult[];
  /** The receiver stopped to accept connections after this case. */
  readonly lostAfter: string | null;
  /** The time was over after this case; null when all were tried. */
  readonly outOfTimeAfter: string | null;
}

export interface RunOptions extends PostOptions {
  /** Milliseconds between tries to reach a receiver that went away: it may be starting again. */
  readonly patienceMs?: number;
  /** Milliseconds for all cases: what is begun by then is brought to its end, and the rest skipped. */
  readonly budgetMs?: number;
  /** Called with each result at once. */
  readonly onResult?: (result: CaseResult) => void;
}

const PATIENCE_TRIES = 5;
const BUDGET_MS = 120_000;

/** Tries all cases on a receiver, one after the other. @throws the signal's reason when it is aborted. */
export async function runContract(url: URL, kit: Kit, options: RunOptions = {}): Promise<Run> {
  const { onResult = () => {}, budgetMs = BUDGET_MS } = options;
  const endsAt = performance.now() + budgetMs;
  const isOver = () => performance.now() >= endsAt;
  const results: CaseResult[] = [];
  const add = (result: CaseResult) => {
    results.push(result);
    onResult(result);
  };
  const [good] = await tryCase(
    GOOD,
    (delivery) => post(url, delivery, options),
    kit,
    (_, answer) => judgeGood(answer),
    isOver,
  );
  add(resultOf(GOOD, [good!]));
  let isGone = !isTestable(good!.answer);
  let lostAfter: string | null = null;
  let outOfTimeAfter: string | null = null;
  const judge = judgeBy(good!.answer);
  for (const one of CASES.slice(1)) {
    if (!isGone && outOfTimeAfter === null && isOver()) outOfTimeAfter = results.at(-1)!.case.id;
    const exchanges =
      isGone || outOfTimeAfter !== null
        ? []
        : await tryCase(one, (delivery) => postPatiently(url, delivery, options), kit, judge, isOver);
    if (exchanges.some(({ answer }) => isUnreachable(answer))) {
      isGone = true;
      lostAfter = results.at(-1)!.case.id;
    }
    add(resultOf(one, isGone ? [] : exchanges));
  }
  return { results, lostAfter, outOfTimeAfter };
}

type Send = (delivery: Delivery) => Promise<Answer>;

async function tryCase(
  one: Case,
  send: Send,
  kit: Kit,
  judge: Judge,
  isOver: () => boolean,
): Promise<Exchange[]> {
  const deliveries = one.deliveries(kit);
  const exchange = async (delivery: Delivery): Promise<Exchange> => {
    const answer = await send(delivery);
    return { delivery, answer, finding: judge(one, answer) };
  };
  if (one.inParallel) return await Promise.all(deliveries.map(exchange));
  const exchanges: Exchange[] = [];
  for (const delivery of deliveries) {
    const made = await exchange(delivery);
    exchanges.push(made);
    if (isUnreachable(made.answer) || isOver()) break;
  }
  return exchanges;
}

async function postPatiently(url: URL, delivery: Delivery, options: RunOptions): Promise<Answer> {
  const { patienceMs = 1_000, signal } = options;
  let answer = await post(url, delivery, options);
  for (let tries = 1; tries < PATIENCE_TRIES && isUnreachable(answer); tries += 1) {
    await sleep(patienceMs, undefined, signal && { signal });
    answer = await post(url, delivery, options);
  }
  return answer;
}

/** The gravest finding of its exchanges. */
function resultOf(one: Case, exchanges: readonly Exchange[]): CaseResult {
  const found = exchanges.map(({ finding }) => finding).filter((finding) => finding !== null);
  const finding = found.find((name) => !isWarning(name)) ?? found[0] ?? null;
  const outcome = exchanges.length === 0 ? 'skipped' : outcomeOf(finding);
  return { case: one, outcome, finding, exchanges };
}

function outcomeOf(finding: FindingName | null): Outcome {
  if (finding === null) return 'passed';
  return isWarning(finding) ? 'warned' : 'failed';
}

function isWarning(name: FindingName): boolean {
  return 'isWarning' in FINDINGS[name];
}
