import { proxyActivities } from '@temporalio/workflow';
import type { AnnounceActivities, Announcement, StuckDelivery } from './contract.ts';
import type { Mailbox } from './mailbox.ts';
import { describeStuck, NotificationQueue } from './notification-queue.ts';
import { StuckMark } from './stuck-mark.ts';

/**
 * On the workflow's own workers unless told otherwise: the server then hands it over with its answer to the workflow task, to the very
 * worker that has just written what there is to tell (docs/decisions/0117).
 */
const { announce } = proxyActivities<AnnounceActivities>({
  startToCloseTimeout: '15 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

export interface DeliveriesOptions {
  /** The order, or the settlement. */
  readonly subjectId: string;
  /** Merchants share the workers out among themselves by it: whose order or settlement it is. */
  readonly merchantKey: string;
  /** Whose workers announce, where it is not the workflow's own. */
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
 * Everything that is told of an order or a settlement, to all endpoints that hear of it. The database says what there is to
 * tell (`announce`), which also makes the first attempts, to all endpoints at once; what was not acknowledged then waits
 * in a queue for each endpoint, so that none holds up another. What this rules out
 * (test/workflows/several-endpoints.test.ts):
 *
 * - Two announcements at once, or one that is lost: whatever is added while one is under way is announced after it.
 * - Commands in another order in replay: what is begun is begun when no message is left, queues by their endpoint's id.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #queues = new Map<string, NotificationQueue>();
  /** Position up to which the announcements came. */
  #until = 0;
  #isMore = false;
  #isAnnouncing = false;
  readonly #stuckMark = new StuckMark();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** There is something new to tell in the database. */
  tell(): void {
    this.#isMore = true;
    this.#beginUnlessMailbox();
  }

  /** The same, now, as part of what the workflow does: nobody waits for it. @param locally makes the announcement; undefined where it could not. */
  async tellNow(locally: (after: number) => Promise<Announcement | undefined>): Promise<void> {
    const isAlone = !this.#isAnnouncing && !this.#isMore;
    const announcement = isAlone ? await locally(this.#until) : undefined;
    if (announcement === undefined) this.#isMore = true;
    else this.#take(announcement);
  }

  /** Looks at everything that waits, also at what it has known. */
  tellAll(): void {
    this.#until = 0;
    this.tell();
  }

  /** All that has happened was taken in. */
  onIdle(): void {
    this.#begin();
  }

  /** Ends the waits of an endpoint, or of all. */
  retryNow(endpointId?: string): void {
    for (const [id, queue] of this.#sorted())
      if (endpointId === undefined || id === endpointId) queue.retryNow();
  }

  retryOne(notificationId: string): void {
    for (const [, queue] of this.#sorted()) queue.retryOne(notificationId);
  }

  waitingOf(sequence: number): readonly string[] {
    return this.#sorted().flatMap(([, queue]) => queue.waitingOf(sequence));
  }

  isWaiting(notificationId: string): boolean {
    return [...this.#queues.values()].some((queue) => queue.isWaiting(notificationId));
  }

  get isIdle(): boolean {
    return !this.#isMore && !this.#isAnnouncing && [...this.#queues.values()].every((queue) => queue.isIdle);
  }

  /** The worst there is, in one line: what has been stuck for longest. */
  get trouble(): string | undefined {
    const worst = this.#worst();
    return worst && `${worst.endpointId}: ${describeStuck(worst.stuck)}`;
  }

  /** One line for each notification, for operators. */
  lines(): readonly string[] {
    return this.#sorted().flatMap(([id, queue]) => queue.lines().map((line) => `${id} ${line}`));
  }

  #beginUnlessMailbox(): void {
    if (this.#options.mailbox === undefined) this.#begin();
  }

  #begin(): void {
    if (this.#isMore && !this.#isAnnouncing) this.#announce();
    for (const [, queue] of this.#sorted()) queue.deliverNext();
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
    // It is retried for ever, so it fails only where somebody fails it by hand; then the next event brings what is left.
    asked.then(done, () => done());
  }

  #take({ notifications, until }: Announcement): void {
    this.#until = Math.max(this.#until, until);
    for (const one of notifications) this.#queueOf(one.endpointId).add(one);
    this.#options.onAnnounced?.(until);
  }

  #queueOf(endpointId: string): NotificationQueue {
    const known = this.#queues.get(endpointId);
    if (known !== undefined) return known;
    const queue = new NotificationQueue({
      onChange: () => this.#onChange(),
      take: (handle) => this.#post(handle),
    });
    this.#queues.set(endpointId, queue);
    return queue;
  }

  #post(handle: () => void): void {
    const { mailbox } = this.#options;
    if (mailbox !== undefined) void mailbox.post(handle);
    else {
      handle();
      this.#begin();
    }
  }

  #onChange(): void {
    this.#stuckMark.show(this.#worst()?.stuck.since);
    this.#options.onChange();
  }

  #worst(): { readonly endpointId: string; readonly stuck: StuckDelivery } | undefined {
    const stuck = this.#sorted().flatMap(([endpointId, { stuck }]) => (stuck ? [{ endpointId, stuck }] : []));
    return stuck.sort((a, b) => (a.stuck.since < b.stuck.since ? -1 : 1))[0];
  }

  /** In an order that does not depend on who was heard of first. */
  #sorted(): readonly (readonly [string, NotificationQueue])[] {
    return [...this.#queues].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
