/** Sampled call stacks, added up: what a flame graph draws. */

export interface Frame {
  readonly name: string;
  /** Whose code it is; one of a colour. */
  readonly owner: string;
}

export interface Flame extends Frame {
  /** Samples in it and in what it calls, or their time. */
  weight: number;
  readonly calls: Map<string, Flame>;
}

export function emptyFlame(name: string): Flame {
  return { name, owner: '', weight: 0, calls: new Map() };
}

/** @param stack outermost call first. */
export function addStack(root: Flame, stack: readonly Frame[], weight: number): void {
  let flame = root;
  flame.weight += weight;
  for (const frame of stack) {
    const key = `${frame.owner} ${frame.name}`;
    const next = flame.calls.get(key) ?? { ...emptyFlame(frame.name), owner: frame.owner };
    flame.calls.set(key, next);
    next.weight += weight;
    flame = next;
  }
}

/** Owner → share of the samples that were in its own code, and not in what it calls. */
export function ownShares(root: Flame): Map<string, number> {
  const shares = new Map<string, number>();
  const walk = (flame: Flame) => {
    let own = flame.weight;
    for (const call of flame.calls.values()) {
      own -= call.weight;
      walk(call);
    }
    shares.set(flame.owner, (shares.get(flame.owner) ?? 0) + own / root.weight);
  };
  walk(root);
  return shares;
}
