import { setTimeout as sleep } from 'node:timers/promises';
import type { GuidepostEvent } from '@guidepost/sdk';
import { isUnreachable } from '../contract/judge.ts';
import { type Answer, type PostOptions, post } from '../receiver/post.ts';
import { signedDelivery } from '../receiver/signing.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface Forwarder {
  /**
   * Sends an event, signed now, and answers what came back. Where nobody listens it waits until somebody does.
   * @throws the signal's reason when it is aborted
   */
  forward(event: GuidepostEvent): Promise<Answer>;
  /** The last one once more; undefined where there was none. */
  resend(): Promise<Forwarded | undefined>;
}

interface Forwarded {
  readonly event: GuidepostEvent;
  readonly answer: Answer;
}

export interface ForwarderOptions extends Pick<PostOptions, 'insecure'> {
  readonly url: URL;
  /** What to sign with: `whsec_…` or `whsk_…`. */
  readonly key: string;
  readonly signal: AbortSignal;
  /** Called once while nobody listens. */
  readonly onUnreachable: (answer: Answer) => void;
}

/** Sends events to a receiver, one at a time: a resent one waits for the one that is under way, and the other way round. */
export function createForwarder({
  url,
  key,
  signal,
  insecure = false,
  onUnreachable,
}: ForwarderOptions): Forwarder {
  let last: GuidepostEvent | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  const alone = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = underWay.then(task, task);
    underWay = result.catch(() => {});
    return result;
  };
  const send = (event: GuidepostEvent) => {
    // As the platform writes it: the feed has what the body was parsed to.
    const signed = signedDelivery([key], { id: event.notificationId, body: JSON.stringify(event) });
    return post(url, signed, { insecure, signal });
  };
  return {
    forward: (event) =>
      alone(async () => {
        last = event;
        let answer = await send(event);
        for (
          let pauseMs = FIRST_PAUSE_MS;
          isUnreachable(answer);
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        ) {
          if (pauseMs === FIRST_PAUSE_MS) onUnreachable(answer);
          await sleep(pauseMs, undefined, { signal });
          answer = await send(event);
        }
        return answer;
      }),
    resend: () =>
      alone(async () => {
        const event = last;
        return event && { event, answer: await send(event) };
      }),
  };
}
