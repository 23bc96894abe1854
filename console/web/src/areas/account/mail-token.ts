/** The secret of a mail's link: it is behind `#`, which browsers send to no server. */
import { useState } from 'react';

const KEY = 'guidepost.mail-token';

/** @returns empty where the address has none. */
export function useMailToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}

/** As useMailToken, and keeps it while the person signs in, in this tab only. */
export function useKeptMailToken(): string {
  const [token] = useState(() => {
    const fresh = window.location.hash.slice(1);
    if (fresh !== '') sessionStorage.setItem(KEY, fresh);
    return fresh || (sessionStorage.getItem(KEY) ?? '');
  });
  return token;
}

export function forgetMailToken(): void {
  sessionStorage.removeItem(KEY);
}
