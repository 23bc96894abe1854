/**
 * Who holds which connections, and which of them goes first when there are too many.
 *
 * A connection is opening (accepted, no request yet), unfinished (the body of its request is on its way), serving or idle (between
 * requests, or its client has not fetched the answer). All but those that are served may go. The holder that holds most of those goes first, so that nobody else is shut out by it; of its own,
 * first what is unfinished the longest, unless it is only just so, then what is idle the longest. A holder is an address and, while a
 * request is under way, its caller.
 */
type Phase = 'opening' | 'unfinished' | 'serving' | 'idle';
const PHASES = ['opening', 'unfinished', 'idle'] as const;

interface Held<Of> {
  readonly of: Of;
  readonly holders: string[];
  phase: Phase;
  /** `performance.now()` */
  since: number;
  bytes: number;
  /** For an unfinished one: its body is complete, but its end was not read yet. */
  isWhole: (() => boolean) | undefined;
}

interface Holder<Of> {
  connections: number;
  bytes: number;
  /** Each kind with the longest first. */
  readonly opening: Set<Held<Of>>;
  readonly unfinished: Set<Held<Of>>;
  readonly idle: Set<Held<Of>>;
}

export class Holders<Of> {
  readonly #held = new Map<Of, Held<Of>>();
  readonly #holders = new Map<string, Holder<Of>>();
  readonly #graceMs: number;
  #bytes = 0;

  /** @param graceMs what is unfinished for no longer goes after what is idle. */
  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Of all bodies on their way, as they were announced. */
  get bytes(): number {
    return this.#bytes;
  }

  connectionsOf(holder: string): number {
    return this.#holders.get(holder)?.connections ?? 0;
  }

  bytesOf(holder: string): number {
    return this.#holders.get(holder)?.bytes ?? 0;
  }

  holdersOf(of: Of): readonly string[] {
    return this.#held.get(of)?.holders ?? [];
  }

  open(of: Of, holder: string): void {
    const held: Held<Of> = {
      of,
      holders: [],
      phase: 'opening',
      since: performance.now(),
      bytes: 0,
      isWhole: undefined,
    };
    this.#held.set(of, held);
    this.#join(held, holder);
  }

  /** Another one that holds it, until it is idle. */
  claim(of: Of, holder: string): void {
    const held = this.#held.get(of);
    if (held !== undefined && held.phase !== 'idle' && !held.holders.includes(holder))
      this.#join(held, holder);
  }

  serve(of: Of): void {
    this.#move(of, 'serving');
  }

  /** Its answer is written, and waits for its client. */
  wait(of: Of): void {
    this.#move(of, 'idle');
  }

  /** @param bytes that the body will have. */
  expect(of: Of, bytes: number, isWhole: () => boolean): void {
    this.#move(of, 'unfinished', bytes, isWhole);
  }

  rest(of: Of): void {
    const held = this.#held.get(of);
    while (held !== undefined && held.holders.length > 1) this.#leave(held, held.holders.pop()!);
    this.#move(of, 'idle');
  }

  close(of: Of): void {
    const held = this.#held.get(of);
    if (held === undefined) return;
    this.#put(held, 'serving', 0);
    for (const holder of held.holders) this.#leave(held, holder);
    this.#held.delete(of);
  }

  /** Which goes first of all; undefined where all are being served. */
  first(): Of | undefined {
    for (;;) {
      let most: Holder<Of> | undefined;
      for (const one of this.#holders.values())
        if (most === undefined || endable(one) > endable(most)) most = one;
      if (most === undefined) return undefined;
      if (!this.#settle(most)) return this.#firstOf(most)?.of;
    }
  }

  /** Which of that holder's goes first. */
  firstOf(name: string): Of | undefined {
    const holder = this.#holders.get(name);
    if (holder === undefined) return undefined;
    this.#settle(holder);
    return this.#firstOf(holder)?.of;
  }

  /** That holder's body that is on its way the longest. */
  unfinishedOf(name: string): Of | undefined {
    const holder = this.#holders.get(name);
    if (holder === undefined) return undefined;
    this.#settle(holder);
    const [longest] = holder.unfinished;
    return longest?.of;
  }

  /** The body that is on its way the longest, of the holder of most bytes on their way. */
  unfinished(): Of | undefined {
    let most: [name: string, bytes: number] | undefined;
    for (const [name, { bytes }] of this.#holders) if (bytes > (most?.[1] ?? 0)) most = [name, bytes];
    return most && this.unfinishedOf(most[0]);
  }

  /** That holder's body that is on its way the longest, if more than `most` are for longer than the grace. */
  overdueOf(name: string, most: number): Of | undefined {
    const holder = this.#holders.get(name);
    if (holder === undefined || holder.unfinished.size <= most) return undefined;
    this.#settle(holder);
    const [longest] = holder.unfinished;
    return holder.unfinished.size > most && longest && this.#isOverdue(longest) ? longest.of : undefined;
  }

  #firstOf({ opening, unfinished, idle }: Holder<Of>): Held<Of> | undefined {
    const [opened] = opening;
    const [begun] = unfinished;
    const longest = opened && (!begun || opened.since < begun.since) ? opened : begun;
    if (longest !== undefined && this.#isOverdue(longest)) return longest;
    const [idlest] = idle;
    return idlest ?? longest;
  }

  #isOverdue({ since }: Held<Of>): boolean {
    return performance.now() - since >= this.#graceMs;
  }

  /** Takes out what has become whole meanwhile. @returns whether anything has. */
  #settle({ unfinished }: Holder<Of>): boolean {
    const whole = [...unfinished].filter(({ isWhole }) => isWhole?.());
    for (const held of whole) this.#put(held, 'serving', 0);
    return whole.length > 0;
  }

  #move(of: Of, phase: Phase, bytes = 0, isWhole?: () => boolean): void {
    const held = this.#held.get(of);
    if (held === undefined) return;
    held.isWhole = isWhole;
    this.#put(held, phase, bytes);
  }

  #put(held: Held<Of>, phase: Phase, bytes: number): void {
    const more = bytes - held.bytes;
    this.#bytes += more;
    for (const name of held.holders) {
      const holder = this.#holders.get(name)!;
      holder.bytes += more;
      if (held.phase !== 'serving') holder[held.phase].delete(held);
      if (phase !== 'serving') holder[phase].add(held);
    }
    held.phase = phase;
    held.bytes = bytes;
    held.since = performance.now();
  }

  #join(held: Held<Of>, name: string): void {
    const holder = this.#holders.get(name) ?? emptyHolder<Of>();
    this.#holders.set(name, holder);
    held.holders.push(name);
    holder.connections++;
    holder.bytes += held.bytes;
    if (held.phase !== 'serving') holder[held.phase].add(held);
  }

  #leave(held: Held<Of>, name: string): void {
    const holder = this.#holders.get(name)!;
    for (const phase of PHASES) holder[phase].delete(held);
    holder.bytes -= held.bytes;
    if (--holder.connections === 0) this.#holders.delete(name);
  }
}

function emptyHolder<Of>(): Holder<Of> {
  return { connections: 0, bytes: 0, opening: new Set(), unfinished: new Set(), idle: new Set() };
}

function endable<Of>({ opening, unfinished, idle }: Holder<Of>): number {
  return opening.size + unfinished.size + idle.size;
}
