import type { Say } from './os/terminal.ts';

const ERROR_LEVEL = 50;
const REPEAT_MS = 10_000;

interface LogRecord {
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly err?: { readonly message?: unknown };
}

/**
 * Shows the errors among a service's log lines (pino's JSON) and everything that is no log line, such as a crash.
 * The same text is shown once in ten seconds; all of it is in the log file.
 */
export function showErrors(name: string, say: Say): (line: string) => void {
  const lastShown = new Map<string, number>();
  return (line) => {
    const text = errorText(line);
    if (text === undefined) return;
    const now = Date.now();
    if (now - (lastShown.get(text) ?? 0) < REPEAT_MS) return;
    if (lastShown.size > 100) lastShown.clear();
    lastShown.set(text, now);
    say(`${name} | ${text}`);
  };
}

function errorText(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() === '' ? undefined : line;
  try {
    const { level, msg, err } = JSON.parse(line) as LogRecord;
    if (typeof level !== 'number' || level < ERROR_LEVEL) return undefined;
    return [msg, err?.message].filter((part) => typeof part === 'string').join(': ');
  } catch {
    return line;
  }
}
