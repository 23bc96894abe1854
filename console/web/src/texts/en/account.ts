/** Words of signing in and of one's own account. */
export const account = {};
