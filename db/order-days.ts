/** How SQL says that an order holds its guide's days; one spelling, because an index and a constraint serve it. */
import { LIVE_STATES } from '../domain/order-state.ts';

/** A condition on the column. */
export const isLiveSql = (status: string) =>
  `${status} in (${LIVE_STATES.map((state) => `'${state}'`).join(', ')})`;

/** The days of a trip as a range. */
export const daysSql = (tripDate: string, tripDays: string) =>
  `daterange(${tripDate}, ${tripDate} + ${tripDays})`;
