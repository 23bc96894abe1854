/** What the console's server says of links (console/server/company/link-routes.ts), and what a link allows in words. */
import type { Links } from '../../../../server/company/schemas.ts';
import { useTexts } from '../../shell/preferences.tsx';

export type Link = Links['links'][number];
export type LinkRequest = Links['requests'][number];

export const linksKey = (company: string, world: string) => [company, world, 'links'] as const;

/** What a link allows, in words. */
export function Scopes({ scopes }: { scopes: readonly string[] }) {
  const words = useTexts().company.links.scopes as Readonly<Record<string, string>>;
  return <span>{scopes.map((scope) => words[scope] ?? scope).join(', ')}</span>;
}
