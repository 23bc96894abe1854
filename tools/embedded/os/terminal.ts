import ora from 'ora';

/** Prints one thing for the person at the terminal, in one line. */
export type Say = (line: string) => void;

export interface Progress {
  /** Shows the work's latest state; `detail` replaces the one before. */
  readonly update: (detail: string) => void;
}

const PLAIN_INTERVAL_MS = 10_000;

/**
 * Runs slow work while showing that it is alive: a spinner on a terminal, otherwise a line every ten seconds.
 * @throws whatever `work` throws, after the display has ended.
 */
export async function withProgress<T>(
  text: string,
  say: Say,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const started = Date.now();
  const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const spinner = process.stderr.isTTY ? ora({ text, discardStdin: false }).start() : undefined;
  if (!spinner) say(text);
  let detail = '';
  const show = () => {
    const line = `${text} (${[elapsed(), detail].filter(Boolean).join(', ')})`;
    if (spinner) spinner.text = line;
    else say(line);
  };
  const timer = setInterval(show, spinner ? 500 : PLAIN_INTERVAL_MS);
  try {
    const result = await work({ update: (latest) => (detail = latest) });
    spinner?.succeed(`${text} (${elapsed()})`);
    return result;
  } catch (error) {
    spinner?.fail(`${text} (${elapsed()})`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
