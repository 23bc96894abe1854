import { Worker } from 'node:worker_threads';
import type { DayRange } from '../../domain/availability.ts';
import { IMPORT_LIMITS, type ImportError, ImportFailed } from '../../domain/calendar-import.ts';
import type { CalendarText } from './parsing.ts';

const MEMORY_MB = 128;

type Answer = { readonly days: DayRange[] } | { readonly word: ImportError };

/**
 * The days that a calendar's busy events take (parsing.ts), in a bounded time and memory: some rules of repetition have
 * no end to search for.
 * @throws ImportFailed
 */
export async function readCalendar(calendar: CalendarText): Promise<DayRange[]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: calendar,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  try {
    const answer = await answerOf(worker);
    if ('word' in answer) throw new ImportFailed(answer.word);
    return answer.days;
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const give = (cause?: unknown) => reject(new ImportFailed('too_many_events', cause));
    const timer = setTimeout(give, IMPORT_LIMITS.parseMs);
    worker.once('message', resolve);
    // Its memory was used up.
    worker.once('error', give);
    worker.once('exit', () => {
      clearTimeout(timer);
      give();
    });
  });
}
