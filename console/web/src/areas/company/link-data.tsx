/** What the console's server says of links (console/server/company/link-routes.ts), and what a link allows in words. */
import type { LinkRequestState } from '../../../../../domain/link-request.ts';
import type { Scope } from '../../../../../domain/scope.ts';
import { useTexts } from '../../shell/preferences.tsx';

export interface Link {
  readonly key: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly since: string;
}

export interface LinkRequest {
  readonly requestId: string;
  readonly key: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly message: string | null;
  /** An operator of the platform asks in the provider's place. */
  readonly byOperator: boolean;
  readonly state: LinkRequestState;
  readonly askedAt: string;
  readonly answeredAt: string | null;
}

export const linksKey = (company: string, world: string) => [company, world, 'links'] as const;

/** What a link allows, in words. */
export function Scopes({ scopes }: { scopes: readonly string[] }) {
  const words = useTexts().company.links.scopes as Readonly<Record<string, string>>;
  return <span>{scopes.map((scope) => words[scope] ?? scope).join(', ')}</span>;
}
