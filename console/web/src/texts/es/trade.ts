/** Words of the area trade, in Spanish. */
import type { trade as english } from '../en/trade.ts';

export const trade: typeof english = {};
