/** Words of the area money, in Spanish. */
import type { money as english } from '../en/money.ts';

export const money: typeof english = {};
