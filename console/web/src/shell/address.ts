/** Addresses: where links lead, and filters in them. */
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';

/** `useAddress()('/orders')` is the address of that page in this company and world. */
export function useAddress(): (path: string) => string {
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: string };
  return (path) => (company && world ? `/${company}/${world}${path}` : path);
}

/** Filters are plain texts in the address, so that a link holds them. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** The filters in the address, and how to change some of them (`undefined` takes one out); the page before stays in the history. */
export function useFilters(): [Filters, (changed: Filters) => void] {
  const search = useLocation({ select: (location) => location.search as Record<string, string> });
  const navigate = useNavigate();
  const change = (changed: Filters) => {
    const next = Object.entries({ ...search, ...changed }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    void navigate({ to: '.', search: Object.fromEntries(next) as never, replace: true, resetScroll: false });
  };
  return [search, change];
}

/** Search parameters as texts: `?size=50` is `'50'`, ids with digits only stay ids. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function searchText(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** What may be somebody's phone or e-mail address is never in a page's address. */
export function isPersonal(typed: string): boolean {
  return /@|^\+?[0-9 ()./-]+$/.test(typed);
}
