/** How SQL says that an order has its guide's time, and until when; one spelling, because triggers and an index follow it. */
import { LIVE_STATES } from '../domain/order-state.ts';

/** A condition on the column. */
export const isLiveSql = (status: string) =>
  `${status} in (${LIVE_STATES.map((state) => `'${state}'`).join(', ')})`;

/** When the clock moves a live order next. */
export const DEADLINE_SQL =
  "case status when 'pending' then confirm_by when 'confirmed' then trip_start_at else trip_end_at end";
