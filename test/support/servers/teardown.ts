type End = () => Promise<void>;

/** Set-up and teardown are loaded apart, in one process: the process carries the end from one to the other. */
const holder = process as { guidepostTestEnd?: End };

/** Notes what the global teardown has to do, and does it on Ctrl-C too. */
export function endWith(end: End): void {
  holder.guidepostTestEnd = end;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(130)));
  }
}

/** Stops what the global set-up has started. */
export async function endNow(): Promise<void> {
  await holder.guidepostTestEnd?.();
}
