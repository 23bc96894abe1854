import type { Answer } from '../receiver/post.ts';
import type { Case } from './case.ts';
import type { FindingName } from './findings.ts';

const SLOW_MS = 3_000;
const UNREACHABLE: readonly unknown[] = ['dns_failed', 'connect_failed', 'connect_timeout', 'tls_failed'];

export function isUnreachable({ error }: Answer): boolean {
  return UNREACHABLE.includes(error);
}

/** What one answer shows of the receiver; null when it is as it should be. */
export type Judge = (one: Case, answer: Answer) => FindingName | null;

/**
 * What the answer to a good notification says of a receiver, and how the other answers are judged then. Where it acknowledges in
 * a wrong way, with status 2xx, that way counts as acknowledging, so that the rest can still be tested.
 */
export function judgeBy(good: Answer): Judge {
  const acknowledges = ({ error, status }: Answer) =>
    good.error === null ? error === null : status !== null && status >= 200 && status < 300;
  return (one, answer) => {
    if (one.expects === 'acknowledged') {
      if (!acknowledges(answer)) return one.finding;
      return answer.durationMs > SLOW_MS ? 'answers_slowly' : null;
    }
    if (acknowledges(answer)) return one.finding;
    return answer.status === null || answer.status >= 500 ? 'crashes_on_forgery' : null;
  };
}

/** Of the first answer of all. */
export function judgeGood(answer: Answer): FindingName | null {
  if (answer.error === null) return answer.durationMs > SLOW_MS ? 'answers_slowly' : null;
  const isRefusal = answer.status !== null && answer.status >= 400 && answer.status < 500;
  if (isRefusal && answer.status !== 410 && answer.status !== 404 && answer.status !== 405)
    return 'good_refused';
  return 'good_not_acknowledged';
}

/** Whether the rest can be tested: there is an answer that counts as acknowledging. */
export function isTestable(good: Answer): boolean {
  return good.error === null || (good.status !== null && good.status >= 200 && good.status < 300);
}
