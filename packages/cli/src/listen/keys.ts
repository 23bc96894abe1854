import type { Io } from '../terminal/io.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Calls back at single keys, where somebody sits in front; ends with the signal. */
export function watchKeys({ stdin, signal, stop }: Io, onKey: (key: string) => void): void {
  if (stdin.isTTY !== true || signal.aborted) return;
  const onData = (chunk: Buffer | string) => {
    const key = String(chunk);
    // In raw mode the terminal sends no signals.
    if (key === CTRL_C || key === CTRL_D || key === 'q') stop();
    else onKey(key);
  };
  stdin.setRawMode?.(true);
  stdin.on('data', onData);
  stdin.resume();
  signal.addEventListener(
    'abort',
    () => {
      stdin.setRawMode?.(false);
      stdin.off('data', onData);
      stdin.pause();
    },
    { once: true },
  );
}
