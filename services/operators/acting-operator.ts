import type { Operator, PersonAtConsole } from '../audit.ts';

/** Somebody of the platform's own: at the command line, or at the console. */
export type ActingOperator = Operator | PersonAtConsole;

/** What postings and Updates call them; the audit log has the same. */
export function nameOf(actor: ActingOperator): string {
  return 'operator' in actor ? actor.operator : `person:${actor.personId}`;
}
