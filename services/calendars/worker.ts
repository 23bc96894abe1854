/** The thread in which one calendar is read: what others wrote may take as long as it likes, and nobody waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { ImportFailed } from '../../domain/calendar-import.ts';
import { busyDays, type CalendarText } from './parsing.ts';

try {
  parentPort?.postMessage({ days: busyDays(workerData as CalendarText) });
} catch (error) {
  const word = error instanceof ImportFailed ? error.word : 'not_a_calendar';
  parentPort?.postMessage({ word });
}
