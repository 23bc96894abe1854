/**
 * Links between merchants and providers, made by themselves: a merchant grants, changes and ends them; a provider asks, and gives
 * its links back. Operators ask in a provider's place: nothing is linked before the merchant itself agrees (docs/decisions/0140).
 *
 * Nobody learns by asking which merchants there are: for its provider, a request for an unknown key looks like one that
 * waits for an answer, and so does one to a merchant that never answers.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { LinkRequest, Merchant } from '../../../db/entities/index.ts';
import {
  type LinkRow,
  linksOf,
  type RequestRow,
  requestsOf,
} from '../../../db/queries/operators/provider-links.ts';
import { invalidParameter, MerchantKindForbidden } from '../../../domain/errors.ts';
import { numberedId, numberOf } from '../../../domain/ids.ts';
import { ASK_AGAIN_AFTER_MS, MAX_OPEN_LINK_REQUESTS } from '../../../domain/link-request.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { Scope } from '../../../domain/scope.ts';
import { type AuditActor, actorName, recordAudit } from '../../audit.ts';
import { checkLink, type LinkTerms, linkMerchant, unlinkMerchant } from './merchant-registry.ts';

/** What a provider asks for. */
export interface WantedLink {
  readonly merchantKey: string;
  readonly scopes: readonly Scope[];
  readonly message: string | null;
}

export type ProviderLinks = ReturnType<typeof createProviderLinks>;

/** For the calling merchant only; every function throws MerchantKindForbidden where its kind has no such side. */
export function createProviderLinks({ orm, now }: { orm: MikroORM; now: () => Date }) {
  const change = <Result>(work: (em: EntityManager) => Promise<Result>) =>
    orm.em.fork().transactional((em) => work(em));

  return {
    /** Its links, and the requests: those to it, or those that it made. */
    async list(caller: CallingMerchant): Promise<{ links: LinkRow[]; requests: RequestRow[] }> {
      const em = orm.em.fork();
      const side = caller.kind === 'provider' ? 'provider' : 'merchant';
      return { links: await linksOf(em, side, caller.key), requests: await requestsOf(em, side, caller.key) };
    },

    /** Lets a provider act for the caller, or changes what it may; in force within 5 s. @throws InvalidParameter */
    grant: (caller: CallingMerchant, providerKey: string, scopes: readonly Scope[]) =>
      change(async (em) => {
        requireSide(caller, 'merchant');
        await refuseStranger(em, caller, providerKey);
        await linkMerchant(em, caller, caller.key, providerKey, scopes);
        await answerOpen(em, { merchantKey: caller.key, providerKey }, 'granted', now());
      }),

    /** Ends it, within 5 s; either side may. @returns false where there was none. */
    end: (caller: CallingMerchant, otherKey: string) =>
      change((em) => {
        const isProvider = caller.kind === 'provider';
        const [merchantKey, providerKey] = isProvider ? [otherKey, caller.key] : [caller.key, otherKey];
        return unlinkMerchant(em, caller, merchantKey, providerKey);
      }),

    /** Asks a merchant for a link; asking again changes the request. @returns the request's id. @throws InvalidParameter */
    ask: (caller: CallingMerchant, { merchantKey, scopes, message }: WantedLink) =>
      change(async (em) => {
        requireSide(caller, 'provider');
        const ends = { providerKey: caller.key, merchantKey };
        await refuseDeclined(em, ends, now());
        const open = await em.find(LinkRequest, { providerKey: caller.key, state: 'open' });
        const again = open.find((one) => one.merchantKey === merchantKey);
        if (again === undefined && open.length >= MAX_OPEN_LINK_REQUESTS)
          throw invalidParameter('body.merchantKey', 'limit_reached', 'too many of your requests are open');
        const asked = { scopes: [...scopes], message, askedBy: null, createdAt: now() };
        return await writeRequest(em, caller, ends, asked);
      }),

    /**
     * Asks a merchant in a provider's place; it answers as if the provider had asked.
     * @returns the request's id. @throws InvalidParameter where they don't fit, or the merchant has declined recently.
     */
    askFor: (actor: AuditActor, { merchantKey, providerKey, scopes }: LinkTerms) =>
      change(async (em) => {
        await checkLink(em, { merchantKey, providerKey, scopes });
        const ends = { providerKey, merchantKey };
        await refuseDeclined(em, ends, now());
        const asked = { scopes: [...scopes], message: null, askedBy: actorName(actor), createdAt: now() };
        return await writeRequest(em, actor, ends, asked);
      }),

    /** The provider takes it back, or the merchant declines it. @throws InvalidParameter where none of the caller's is open. */
    close: (caller: CallingMerchant, requestId: string) =>
      change(async (em) => {
        const isProvider = caller.kind === 'provider';
        const id = numberOf('linkRequest', requestId);
        const whose = isProvider ? { providerKey: caller.key } : { merchantKey: caller.key };
        const state = isProvider ? 'withdrawn' : 'declined';
        const request = await em.findOne(LinkRequest, { id, state: 'open', ...whose });
        const closed = await answerOpen(em, { id, ...whose }, state, now());
        if (request === null || closed === 0)
          throw invalidParameter('path.requestId', 'unknown_reference', 'no such request is open');
        const { merchantKey, providerKey } = request;
        const action = `provider.link_${state}`;
        const details = { merchantKey, providerKey };
        await recordAudit(em, caller, { action, subject: `merchant:${caller.key}`, details });
      }),
  };
}

interface Asked {
  readonly scopes: Scope[];
  readonly message: string | null;
  readonly askedBy: string | null;
  readonly createdAt: Date;
}

/** One request of a pair is open at a time: asking again changes it. @returns its id. */
async function writeRequest(
  em: EntityManager,
  actor: AuditActor,
  ends: { readonly providerKey: string; readonly merchantKey: string },
  asked: Asked,
): Promise<string> {
  const again = await em.findOne(LinkRequest, { ...ends, state: 'open' });
  const request = again ?? em.create(LinkRequest, { ...ends, ...asked });
  Object.assign(request, asked);
  await em.flush();
  const { merchantKey, providerKey } = ends;
  const action = 'provider.link_asked';
  const { scopes } = asked;
  // A provider learns nothing of the merchant, so its own log has it; what operators do, the merchant's.
  const change =
    asked.askedBy === null
      ? { action, subject: `merchant:${providerKey}`, details: { merchantKey, scopes } }
      : { action, subject: `merchant:${merchantKey}`, merchantKey, details: { providerKey, scopes } };
  await recordAudit(em, actor, change);
  return numberedId('linkRequest', request.id);
}

function requireSide({ kind }: CallingMerchant, side: 'merchant' | 'provider'): void {
  const isProvider = kind === 'provider';
  if (isProvider !== (side === 'provider'))
    throw new MerchantKindForbidden(
      isProvider ? 'a provider grants no links' : 'only a provider asks for links',
    );
}

/** One answer for a key that is unknown, of the other environment, or not a provider's. */
async function refuseStranger(em: EntityManager, { sandbox }: CallingMerchant, key: string): Promise<void> {
  const count = await em.count(Merchant, { key, sandbox, kind: 'provider', status: 'active' });
  if (count === 0)
    throw invalidParameter('path.providerKey', 'unknown_reference', 'no provider has this key');
}

/** A merchant that declined is not asked again for a while; that reveals only its own answer. */
async function refuseDeclined(
  em: EntityManager,
  ends: { providerKey: string; merchantKey: string },
  at: Date,
): Promise<void> {
  const since = new Date(at.getTime() - ASK_AGAIN_AFTER_MS);
  const declined = { ...ends, state: 'declined', answeredAt: { $gt: since } } as const;
  const last = await em.findOne(LinkRequest, declined, { orderBy: { answeredAt: 'desc' } });
  if (!last?.answeredAt) return;
  const again = new Date(last.answeredAt.getTime() + ASK_AGAIN_AFTER_MS).toISOString();
  throw invalidParameter(
    'body.merchantKey',
    'too_soon',
    `this merchant has declined: ask again after ${again}`,
  );
}

async function answerOpen(
  em: EntityManager,
  which: { id?: number; merchantKey?: string; providerKey?: string },
  state: 'declined' | 'granted' | 'withdrawn',
  at: Date,
): Promise<number> {
  return await em.nativeUpdate(LinkRequest, { ...which, state: 'open' }, { state, answeredAt: at });
}
