/** How SQL says that an order has its guide's time; one spelling, because triggers follow it. */
import { LIVE_STATES } from '../domain/order-state.ts';

/** A condition on the column. */
export const isLiveSql = (status: string) =>
  `${status} in (${LIVE_STATES.map((state) => `'${state}'`).join(', ')})`;
