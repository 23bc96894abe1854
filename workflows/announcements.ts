import { proxyActivities } from '@temporalio/workflow';
import type { AnnounceActivities, Announced, Announcement } from './contract.ts';
import { deliveryWorkflowId } from './delivery-contract.ts';
import type { Mailbox } from './mailbox.ts';

/**
 * On the workflow's own workers unless a queue is given: the server then hands the activity over with its answer to the workflow task, to the very
 * worker that has just written the events (docs/decisions/0117).
 */
const { announce } = proxyActivities<AnnounceActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

export interface AnnouncementsOptions {
  /** The order, or the settlement. */
  readonly subjectId: string;
  /** Merchants share the workers out among themselves by it: whose order or settlement it is. */
  readonly merchantKey: string;
  /** The queue whose workers announce, if not the workflow's own. */
  readonly taskQueue?: string;
  /** What operators see has changed. */
  onChange(): void;
  /** What was announced comes up to this position: the database may know more than the workflow. */
  onAnnounced?(until: number): void;
  /**
   * Takes in results; whoever serves it calls `onIdle` when no message is left. A workflow without local activities needs
   * none: both happen at once.
   */
  readonly mailbox?: Pick<Mailbox, 'post'>;
}

/**
 * Notifies all endpoints of what happens to an order or a settlement. The activity `announce` reads from the database what is pending, and makes
 * the first attempts, to all endpoints at once; what was not acknowledged is no longer the workflow's (docs/decisions/0165). What this rules out
 * (test/workflows/several-endpoints.test.ts):
 *
 * - Two announcements at once, or one that is lost: whatever is added while one is under way is announced after it.
 * - Commands in another order in replay: what is begun is begun when no message is left.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  readonly #lines: string[] = [];
  /** Position up to which the announcements came. */
  #until = 0;
  #isMore = false;
  #isAnnouncing = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  /** There are new events in the database. */
  announceNew(): void {
    this.#isMore = true;
    this.#beginUnlessMailbox();
  }

  /** The same, now, as part of what the workflow does: nobody waits for it. @param locally makes the announcement; undefined where it could not. */
  async announceNow(locally: (after: number) => Promise<Announcement | undefined>): Promise<void> {
    const isAlone = !this.#isAnnouncing && !this.#isMore;
    const announcement = isAlone ? await locally(this.#until) : undefined;
    if (announcement === undefined) this.#isMore = true;
    else this.#take(announcement);
  }

  /** Announces everything that is pending, also what it has announced before. */
  announceAll(): void {
    this.#until = 0;
    this.announceNew();
  }

  /** All that has happened was taken in. */
  onIdle(): void {
    if (this.#isMore && !this.#isAnnouncing) this.#announce();
  }

  get isIdle(): boolean {
    return !this.#isMore && !this.#isAnnouncing;
  }

  /** One line for each notification, for operators. */
  lines(): readonly string[] {
    return this.#lines;
  }

  #beginUnlessMailbox(): void {
    if (this.#options.mailbox === undefined) this.onIdle();
  }

  #announce(): void {
    this.#isMore = false;
    this.#isAnnouncing = true;
    const { subjectId, merchantKey: fairnessKey, taskQueue } = this.#options;
    const how = { priority: { fairnessKey }, ...(taskQueue !== undefined && { taskQueue }) };
    const asked = announce.executeWithOptions(how, [{ subjectId, after: this.#until }]);
    const done = (announcement?: Announcement) =>
      this.#post(() => {
        this.#isAnnouncing = false;
        if (announcement !== undefined) this.#take(announcement);
      });
    // It is retried for ever, so it fails only if somebody fails it by hand; then a sweeper finds the rest.
    asked.then(done, () => done());
  }

  #take({ notifications, until }: Announcement): void {
    this.#until = Math.max(this.#until, until);
    for (const one of notifications) this.#lines.push(this.#describe(one));
    this.#options.onChange();
    this.#options.onAnnounced?.(until);
  }

  #post(handle: () => void): void {
    const { mailbox } = this.#options;
    if (mailbox !== undefined) void mailbox.post(handle);
    else {
      handle();
      this.onIdle();
    }
  }

  #describe({ endpointId, label, outcome, isLeft }: Announced): string {
    const { subjectId } = this.#options;
    const owner = isLeft ? `, ${deliveryWorkflowId({ subjectId, endpointId })}` : '';
    return `${endpointId} ${label}: ${outcome}${owner}`;
  }
}
