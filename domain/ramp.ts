/** A release beside the running one (docs/decisions/0160): both are named by the numbers of their programs. */
export interface Ramp {
  /** Of the release that is tried, which is newer than the one that runs. */
  readonly program: number;
  /** So many of 100 new orders begin with it; 0: it was withdrawn, and what it has goes on with the other one. */
  readonly percent: number;
}

/** Whether a new order begins with the release that is tried: by the last two of its id's random digits, so that whoever asks gets the same answer. */
export function beginsWithRamp({ percent }: Ramp, orderId: string): boolean {
  return Number(orderId.slice(-2)) < percent;
}

/**
 * Whether a release has no business with what runs by another program, and may start it again by its own: not while both run side by
 * side, and never where it is the one that is tried or was withdrawn.
 * @param own its program.
 */
export function isForeign(own: number, other: number, ramp: Ramp | undefined): boolean {
  if (other === own || ramp?.program === own) return false;
  return other !== ramp?.program || ramp.percent === 0;
}

/** Whether a release takes that over by itself: what is older, and what a withdrawn release has. */
export function isTakenOver(own: number, other: number, ramp: Ramp | undefined): boolean {
  return isForeign(own, other, ramp) && (other < own || other === ramp?.program);
}
