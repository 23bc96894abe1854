/** Collects the garbage of this thread's heap, in some 300 ms: call it where nobody waits. */
export function collectGarbage(): void;
/** From now on, when this thread has been idle for some seconds and its heap has grown; once in five minutes at most. */
export function collectGarbageWhenIdle(lookEveryMs?: number): void;
