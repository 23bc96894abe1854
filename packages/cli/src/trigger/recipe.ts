import type { World } from './world.ts';

/** The event that is waited for. */
export interface Expected {
  readonly type: string;
  /** Of an order's move: where to. */
  readonly status?: string;
  /** The order, statement or guide that it is about. */
  readonly about: string;
}

/** How an event is made to happen. */
export interface Recipe {
  /** As in `guidepost trigger order.confirmed`. */
  readonly name: string;
  readonly does: string;
  /** Which sides have to be logged in; default: either one is enough. */
  readonly needs?: 'agency' | 'studio' | 'both';
  /** @returns the event that the calling merchant gets. */
  readonly run: (world: World) => Promise<Expected>;
}
