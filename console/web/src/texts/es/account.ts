/** Words of signing in and of one's own account, in Spanish. */
import type { account as english } from '../en/account.ts';

export const account: typeof english = {};
