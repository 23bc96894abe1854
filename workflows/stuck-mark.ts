import { upsertSearchAttributes } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from './contract.ts';

/** Lets operators find a workflow with a stuck notification; written only when it changes. */
export class StuckMark {
  #since: string | undefined;

  /** @param since when the event of the longest stuck one happened, RFC 3339; undefined: none is. */
  show(since: string | undefined): void {
    if (since === this.#since) return;
    this.#since = since;
    const value = since === undefined ? null : new Date(since);
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.notificationStuckSince, value }]);
  }
}
