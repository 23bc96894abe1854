export interface StopActions {
  /** Once, at the first signal. */
  readonly stop: () => Promise<void>;
  /** At a second Ctrl-C. */
  readonly force: () => Promise<void>;
}

/** Ctrl-C comes twice at once below npm: from the terminal, and passed on by npm. */
const SAME_MS = 1_000;

/** Listens for Ctrl-C, SIGTERM and a closed terminal. @returns what they call, for other reasons to stop. */
export function onStopSignals({ stop, force }: StopActions): () => void {
  let first: number | undefined;
  const handle = () => {
    const now = Date.now();
    if (first === undefined) {
      first = now;
      void stop();
    } else if (now - first > SAME_MS) void force();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  return handle;
}
