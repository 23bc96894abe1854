import { type Guidepost, PermissionError } from '@guidepost/sdk';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure } from '../failure.ts';

/** Both sides of an order, as far as somebody is logged in there. */
export interface Sides {
  readonly own: Guidepost;
  readonly ownSide: Side;
  readonly agency?: Guidepost | undefined;
  readonly studio?: Guidepost | undefined;
}
export type Side = 'agency' | 'studio';

/**
 * @param other the other side, with --other
 * @throws CommandFailure for a live merchant, and where both are on one side
 */
export async function findSides(
  own: Guidepost,
  other: Guidepost | undefined,
  signal: AbortSignal,
): Promise<Sides> {
  const ownSide = await sideOf(own, signal);
  if (other === undefined) return { own, ownSide, [ownSide]: own };
  const otherSide = await sideOf(other, signal);
  if (otherSide !== ownSide) return { own, ownSide, [ownSide]: own, [otherSide]: other };
  throw new CommandFailure(
    `both profiles are of the ${ownSide}'s side`,
    EXIT.usage,
    'An agency needs a studio, and the other way round.',
  );
}

/** Only studios have guides of their own. @throws CommandFailure for a live merchant: nothing is triggered in earnest */
async function sideOf(guidepost: Guidepost, signal: AbortSignal): Promise<Side> {
  const isSandbox = await isAllowed(() => guidepost.sandbox.getClock({ signal }));
  if (!isSandbox) {
    const remedy = 'Log in with a sandbox merchant: "guidepost login --profile sandbox".';
    throw new CommandFailure('only sandbox merchants can trigger events', EXIT.refused, remedy);
  }
  return (await isAllowed(() => guidepost.guides.list({ own: true, size: 1 }, { signal })))
    ? 'studio'
    : 'agency';
}

async function isAllowed(request: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof PermissionError) return false;
    throw error;
  }
}
