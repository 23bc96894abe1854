/** Who is signed in, and where in the console they are. */

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  type CompanyAction,
  type CompanyRole,
  mayByLink,
  mayInCompany,
  mayOperate,
  type OperatorAction,
  type OperatorRole,
} from '../../../../domain/console-roles.ts';
import type { MeAnswer } from '../../../server/schemas/account.ts';
import { type Place, request, type World, type WorldName, worldName } from '../api/client.ts';
import { Refusal } from '../api/errors.ts';
import type { FactorKind } from '../api/factor.ts';
import { askForSignIn } from '../api/sign-in.ts';

export type { MeAnswer };
export type Membership = MeAnswer['companies'][number];
export type LinkedMerchant = Membership['linked'][number];
export type MerchantKind = Membership['kind'];
export type Person = NonNullable<MeAnswer['person']>;

/** Somebody who is signed in with all that it takes. */
export interface Me extends MeAnswer {
  readonly person: Person;
}

/** The reader of a page, for rail entries. */
export interface Who {
  readonly kind?: MerchantKind | undefined;
  /** The role in this company; for operators their operator's role. */
  readonly role: string;
  readonly world?: WorldName | undefined;
  /** Somebody at a provider, on the pages of a merchant that linked it. */
  readonly isActing?: boolean;
  /** Whether that role has an action: of the company, or of the back office. */
  readonly may: (action: CompanyAction | OperatorAction) => boolean;
}

/** What each role of a company may do. */
export function memberWho(membership: Membership, world: World): Who {
  const { role } = membership;
  const acting = actingFor(membership, world);
  const may = (action: CompanyAction) =>
    mayInCompany(role, action) && (!acting || mayByLink(acting.scopes, action));
  const kind = acting?.kind ?? membership.kind;
  return { kind, role, world: worldName(world), isActing: acting !== undefined, may: may as Who['may'] };
}

/** The key of the merchant that the address names beside the side. */
export function actingKeyOf(world: World): string | undefined {
  const [, key] = world.split('~');
  return key;
}

/** The merchant that the address has the provider act for; undefined: for itself, or there is no such link. */
export function actingFor({ linked }: Membership, world: World): LinkedMerchant | undefined {
  const key = actingKeyOf(world);
  const isSandbox = worldName(world) === 'sandbox';
  return linked.find(({ merchantKey, sandbox }) => merchantKey === key && sandbox === isSandbox);
}

export function operatorWho(role: OperatorRole): Who {
  return { role, may: (action) => mayOperate(role, action as OperatorAction) };
}

const ME = ['me'] as const;

/** Asks the server. @returns null where nobody is signed in. */
export async function readMe(): Promise<MeAnswer | null> {
  try {
    return await request('GET /api/account/me', { leadsToSignIn: false });
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null;
    throw error;
  }
}

const meQuery = {
  queryKey: ME,
  /** If a session has ended, the person stays on the page until they sign in again, and keeps what they typed. */
  queryFn: async ({ client }: { client: QueryClient }): Promise<MeAnswer | null> => {
    const answer = await readMe();
    const before = knownMe(client);
    if (answer !== null || !before) return answer;
    return (await askForSignIn(false)) ? await readMe() : before;
  },
  staleTime: 60_000,
};

/** Who was signed in when it was last asked; undefined: nobody. */
export function knownMe(client: QueryClient): Me | undefined {
  const known = client.getQueryData<MeAnswer | null>(ME);
  return isComplete(known) ? known : undefined;
}

/** The same person is signed in again: pages go on with what they have. */
export function keepMe(client: QueryClient, me: Me): void {
  client.setQueryData(ME, me);
}

/** With what somebody who has given the password can show that it is they. */
export function factorKindsOf({ factors }: MeAnswer): FactorKind[] {
  const { totp, passkeys, recoveryCodesLeft } = factors;
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ];
}

/** Who is signed in, or null; asked once and kept. */
export async function fetchMe(client: QueryClient): Promise<Me | null> {
  const answer = await client.ensureQueryData(meQuery);
  return isComplete(answer) ? answer : null;
}

/** Whether all steps of signing in are done. */
export function isComplete(answer: MeAnswer | null | undefined): answer is Me {
  return answer?.person != null && answer.next !== 'second_factor';
}

/** How far somebody has come with signing in; null: not at all. */
export function useSignInState() {
  return useQuery(meQuery);
}

/** Who is signed in; pages behind the sign-in always have somebody. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!isComplete(data)) throw new Error('this page needs somebody who is signed in');
  return data;
}

/** Has the session read again, after something about it has changed. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ME });
}

/** Reads who is signed in now, and forgets what was shown to the person before. */
export async function startSession(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
  await client.resetQueries({ queryKey: ME });
}

/** Loads the sign-in as a new document, so that nothing of the person who left stays in this page's memory. */
export function leaveSession(next?: string): void {
  window.location.assign(`/sign-in${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`);
}

/** Which company and world the address names. */
export interface Here extends Place {
  readonly membership: Membership;
  /** The kind of the merchant whose pages these are. */
  readonly kind: MerchantKind;
  readonly role: CompanyRole;
  /** Live or sandbox; `world` is the address's part, with the merchant that is acted for. */
  readonly side: WorldName;
  readonly acting: LinkedMerchant | undefined;
  /** Null: the company has no merchant in this world yet. */
  readonly merchantKey: string | null;
  /** Whether one's role, and the link where one acts for another, have an action; the server decides all the same. */
  readonly may: (action: CompanyAction) => boolean;
}

/** The company and world of this page; merchants' pages only. */
export function useHere(): Here {
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  const membership = useMe().companies.find(({ id }) => id === company);
  if (!membership || !company || !world) throw new Error('this page belongs under a company and a world');
  const { role, sandboxKey, liveKey } = membership;
  const acting = actingFor(membership, world);
  const { may, kind = membership.kind } = memberWho(membership, world);
  const side = worldName(world);
  const ownKey = side === 'live' ? liveKey : sandboxKey;
  const merchantKey = acting?.merchantKey ?? ownKey;
  return { company, world, side, membership, acting, kind, role, merchantKey, may };
}

/** A part of the address, by its name in the page's path. */
export function useParam(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? '';
}
