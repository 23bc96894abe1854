/** What the maintenance workflow and its callers agree on. As in contract.ts, everything here ends up in histories: numbers only. */

/** Does one thing that only a clock asks for; started by a Schedule (activities/schedules.ts). */
export const MAINTENANCE_WORKFLOW = 'maintenance';

/** Each may be done twice, and ended at any time: the next one goes on with what is left. */
export interface MaintenanceActivities {
  /** Deletes what nobody needs any more. @returns rows. */
  removeExpired(): Promise<number>;
  /** Writes the public holidays of the years that have come into reach. @returns calendars. */
  refreshHolidays(): Promise<number>;
  /** Deletes what is older than it is kept for. @returns rows of each kind. */
  prune(): Promise<Readonly<Record<string, number>>>;
}

export type MaintenanceTask = keyof MaintenanceActivities;
