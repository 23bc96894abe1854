import type { GuidepostEvent } from '@guidepost/sdk';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure } from '../failure.ts';
import { followFeed } from '../listen/feed.ts';
import type { Expected, Recipe } from './recipe.ts';
import type { World } from './world.ts';

const PATIENCE_MS = 30_000;

export interface Triggered {
  readonly trigger: string;
  /** The order, statement or guide. */
  readonly about: string;
  /** The events of it that the calling merchant got meanwhile, up to the requested one. */
  readonly events: readonly GuidepostEvent[];
}

/** Carries out a recipe, and waits until the platform publishes it. @throws CommandFailure when it does not in time */
export async function runRecipe(recipe: Recipe, world: World): Promise<Triggered> {
  const { own, signal } = world;
  const { nextCursor } = await own.events.list({ from: 'now' }, { signal });
  const expected = await recipe.run(world);
  world.step(`Waiting for ${expected.type}`);
  const query = nextCursor === null ? {} : { cursor: nextCursor };
  const enough = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const events: GuidepostEvent[] = [];
  for await (const batch of followFeed({ guidepost: own, query, signal: enough })) {
    for (const event of batch.events) {
      if (!isAbout(event, expected.about)) continue;
      events.push(event);
      if (isExpected(event, expected)) return { trigger: recipe.name, about: expected.about, events };
    }
  }
  signal.throwIfAborted();
  const remedy = 'It was done all the same: "guidepost events --follow" shows it when it comes.';
  throw new CommandFailure(`${expected.type} did not come within 30 seconds`, EXIT.unavailable, remedy);
}

function isAbout(event: object, about: string): boolean {
  const { orderId, settlementId, guideId } = event as Record<string, unknown>;
  return [orderId, settlementId, guideId].includes(about);
}

function isExpected(event: object, { type, status }: Expected): boolean {
  const received = event as { type: string; status?: string };
  return received.type === type && (status === undefined || received.status === status);
}
