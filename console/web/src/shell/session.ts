/** Who is signed in, and where in the console they are. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { get, type Place, type World } from '../api/client.ts';
import { Refusal } from '../api/errors.ts';
import type { Language } from '../texts/format.ts';

export type MerchantKind = 'agency' | 'studio' | 'provider';

export interface Membership {
  readonly companyId: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly role: string;
  /** Merchant keys; live only after approval. */
  readonly merchants: { readonly sandbox: string | null; readonly live: string | null };
}

/** What `/api/account/me` answers. */
export interface Me {
  readonly person: {
    readonly personId: string;
    readonly email: string;
    readonly name: string;
    readonly language: Language;
    readonly hasPassword: boolean;
    readonly hasTotp: boolean;
    readonly passkeys: number;
  };
  readonly companies: readonly Membership[];
  readonly operatorRole: string | null;
}

/** Whom a page is for, as rail entries ask. */
export interface Who {
  readonly kind?: MerchantKind | undefined;
  /** In this company; of operators their operator's role. */
  readonly role: string;
  readonly world?: World | undefined;
}

const ME = ['me'] as const;

const meQuery = {
  queryKey: ME,
  queryFn: async (): Promise<Me | null> => {
    try {
      return await get<Me>('/api/account/me', undefined, { leadsToSignIn: false });
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
};

/** Who is signed in, or null; asked once and kept. */
export function fetchMe(client: QueryClient): Promise<Me | null> {
  return client.ensureQueryData(meQuery);
}

/** Who is signed in; pages behind the sign-in always have somebody. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('this page needs somebody who is signed in');
  return data;
}

/** Has the session looked at again, after something about it has changed. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ME });
}

/** Forgets everything that was shown to the one who has left. */
export function forgetSession(client: QueryClient): void {
  client.clear();
}

/** Which company and world the address names. */
export interface Here extends Place {
  readonly membership: Membership;
  readonly kind: MerchantKind;
  readonly role: string;
}

/** The company and world of this page; merchants' pages only. */
export function useHere(): Here {
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  const membership = useMe().companies.find(({ companyId }) => companyId === company);
  if (!membership || !company || !world) throw new Error('this page belongs under a company and a world');
  return { company, world, membership, kind: membership.kind, role: membership.role };
}

/** A part of the address, by its name in the page's path. */
export function useParam(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? '';
}
