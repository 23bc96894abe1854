/**
 * Guides that an agency shows a customer by a link, without a sign-in and without the trade's prices (docs/console.md, "Shared with a
 * customer"). What this rules out (test/console/shared-shortlists.test.ts):
 *
 * - A price, a commission, a studio or an id reaches the customer: the page is made member by member of what customers may see.
 * - The link shows more than the agency sees: each guide is read as the agency reads it, each time.
 * - A link outlives the agency's wish: it ends with its row, and with the agency's suspension.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GuideDetail } from '../../contract/schemas/guides.ts';
import { holdLock } from '../../db/advisory-locks.ts';
import type { Cipher } from '../../db/cipher.ts';
import { Merchant, SharedShortlist } from '../../db/entities/index.ts';
import {
  detail,
  GuideForbidden,
  GuideNotFound,
  InvalidParameter,
  invalidParameter,
  LimitReached,
  MerchantKindForbidden,
} from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, lastBookableAnywhere } from '../../domain/trip.ts';
import { MAX_TRIP_DAYS } from '../../domain/trip-details.ts';
import { LinkEnded, NoSuchPlace } from '../accounts/refusals.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import type { MerchantDirectory } from '../merchants.ts';
import { createSignedLinks } from '../notices/signed-links.ts';
import type { GuideService } from './index.ts';

/** More nobody keeps in view. */
const MAX_SHARED = 100;
const DAY_MS = 86_400_000;

export interface NewShortlist {
  readonly title: string;
  readonly note?: string | undefined;
  readonly guideIds: readonly string[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly guestCount?: number | undefined;
  /** How long the link works. */
  readonly days: number;
}

export interface SharedShortlistDeps {
  readonly orm: MikroORM;
  readonly cipher: Pick<Cipher, 'derive'>;
  readonly consoleBaseUrl: string;
  readonly now: () => Date;
  readonly guides: Pick<GuideService, 'calendars' | 'detail'>;
  readonly merchants: MerchantDirectory;
}

export function createSharedShortlists(deps: SharedShortlistDeps) {
  const { orm, cipher, consoleBaseUrl, now, guides, merchants } = deps;
  const links = createSignedLinks(cipher, 'shared shortlists', 'body.token');
  const view = ({ id, title, guideIds, createdAt, expiresAt }: SharedShortlist) => ({
    shortlistId: id,
    title,
    guides: guideIds.length,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    url: `${consoleBaseUrl}/shared#${links.sign(String(id))}`,
  });
  /** What a link is about while it works. @throws InvalidParameter for what is no link; LinkEnded */
  async function find(token: string): Promise<SharedShortlist> {
    const link = links.open(token);
    link.requireSignedFor();
    const found = await orm.em.fork().findOne(SharedShortlist, Number(link.about));
    if (found === null || found.expiresAt <= now()) throw new LinkEnded();
    return found;
  }

  return {
    /** The newest first. */
    async list({ key }: CallingMerchant) {
      const query = { merchantKey: key, expiresAt: { $gt: now() } };
      const found = await orm.em
        .fork()
        .find(SharedShortlist, query, { orderBy: { id: 'desc' }, limit: MAX_SHARED });
      return found.map(view);
    },

    /** @throws MerchantKindForbidden for who books nobody, InvalidParameter, LimitReached, GuideNotFound, GuideForbidden */
    async share(merchant: CallingMerchant, { days, ...wished }: NewShortlist) {
      if (merchant.kind !== 'agency') throw new MerchantKindForbidden('agencies show guides to customers');
      refuseOddDays(wished, timeFor(merchant, now()));
      for (const guideId of wished.guideIds) await guides.detail(merchant, guideId);
      return await orm.em.fork().transactional(async (em) => {
        const shared = () => insert(em, merchant, { ...wished, days }, now());
        const { result } = await once(em, merchant, 'shortlist.shared', shared);
        const kept = await em.findOne(SharedShortlist, result.id);
        // A repeat that comes after somebody has ended it.
        if (kept === null) throw new NoSuchPlace();
        return view(kept);
      });
    },

    /** The link opens nothing any more. @throws NoSuchPlace for another merchant's, and for one that has ended. */
    end: (merchant: CallingMerchant, shortlistId: number) =>
      orm.em.fork().transactional(async (em) => {
        await once(em, merchant, 'shortlist.ended', async () => {
          const own = { id: shortlistId, merchantKey: merchant.key };
          if ((await em.nativeDelete(SharedShortlist, own)) === 0) throw new NoSuchPlace();
          await recordAudit(em, merchant, { action: 'shortlist.ended', subject: `shortlist:${shortlistId}` });
          return {};
        });
      }),

    /** The customer's page. @throws InvalidParameter, LinkEnded */
    async look(token: string) {
      const { merchantKey, title, guideIds, expiresAt, ...wished } = await find(token);
      const { note = null, tripFrom: from = null, tripTo: to = null, guestCount = null } = wished;
      const agency = await merchants.find(merchantKey);
      if (agency === undefined) throw new LinkEnded();
      const { name } = await orm.em.fork().findOneOrFail(Merchant, merchantKey);
      const shown: GuideDetail[] = [];
      // One after the other: whoever has a link takes one connection, and not twelve.
      for (const id of guideIds) shown.push(...(await readShown(guides, agency, id)));
      const free = from && to ? await readFree(guides, agency, shown, { from, to }) : undefined;
      const isFree = ({ guideId }: GuideDetail) => free?.get(guideId) ?? null;
      return {
        ...{ agency: name, title, note, from, to, guestCount },
        expiresAt: expiresAt.toISOString(),
        guides: shown.map((guide) => ({ ...viewForCustomer(guide), isFree: isFree(guide) })),
      };
    },
  };
}

/** @throws LimitReached */
async function insert(
  em: EntityManager,
  merchant: CallingMerchant,
  { title, note, guideIds, from, to, guestCount, days }: NewShortlist,
  at: Date,
): Promise<{ id: number }> {
  await holdLock(em, 'shortlistsOfMerchant', merchant.key);
  const live = { merchantKey: merchant.key, expiresAt: { $gt: at } };
  if ((await em.count(SharedShortlist, live)) >= MAX_SHARED) {
    const [first] = await em.find(SharedShortlist, live, { orderBy: { expiresAt: 'asc' }, limit: 1 });
    throw tooMany(first?.expiresAt ?? at, at);
  }
  const id = await em.insert(SharedShortlist, {
    ...{ merchantKey: merchant.key, title, note: note ?? null, guideIds: [...guideIds] },
    ...{ tripFrom: from ?? null, tripTo: to ?? null, guestCount: guestCount ?? null },
    ...{ createdAt: at, expiresAt: new Date(at.getTime() + days * DAY_MS) },
  });
  const details = { guideIds, days };
  await recordAudit(em, merchant, { action: 'shortlist.shared', subject: `shortlist:${id}`, details });
  return { id };
}

export type SharedShortlists = ReturnType<typeof createSharedShortlists>;

/** @throws InvalidParameter */
function refuseOddDays({ from, to }: Pick<NewShortlist, 'from' | 'to'>, at: Date): void {
  if ((from === undefined) !== (to === undefined))
    throw new InvalidParameter([
      detail(
        from === undefined ? 'body.from' : 'body.to',
        'needs_another_parameter',
        'from and to go together',
      ),
    ]);
  if (from === undefined || to === undefined) return;
  if (to < from) throw invalidParameter('body.to', 'ends_before_start', 'must not be before from');
  if (to > addDays(from, MAX_TRIP_DAYS - 1))
    throw invalidParameter('body.to', 'range_too_long', `must be at most ${MAX_TRIP_DAYS} days from from`);
  const last = lastBookableAnywhere(at);
  if (to > last)
    throw invalidParameter('body.to', 'too_far_ahead', `must be at most 18 months ahead: ${last}`);
}

function tooMany(firstEndsAt: Date, at: Date): LimitReached {
  const msg = `you share ${MAX_SHARED} shortlists, which is the limit: end one first`;
  return new LimitReached(Math.ceil((firstEndsAt.getTime() - at.getTime()) / 1_000), {
    details: [{ path: 'body', reason: 'limit_reached', msg }],
  });
}

type Agency = Parameters<GuideService['detail']>[0];

/** None for a guide that the agency sees no more, or that takes no bookings at present. */
async function readShown(
  guides: SharedShortlistDeps['guides'],
  agency: Agency,
  guideId: string,
): Promise<GuideDetail[]> {
  try {
    const guide = await guides.detail(agency, guideId);
    return guide.status === 'active' ? [guide] : [];
  } catch (error) {
    if (error instanceof GuideNotFound || error instanceof GuideForbidden) return [];
    throw error;
  }
}

/** Whether each guide has all of these days. Days that are over, or too far ahead, nobody has. */
async function readFree(
  guides: SharedShortlistDeps['guides'],
  agency: Agency,
  shown: readonly GuideDetail[],
  days: { readonly from: string; readonly to: string },
): Promise<Map<string, boolean>> {
  if (shown.length === 0) return new Map();
  const guideIds = shown.map(({ guideId }) => guideId).join(',');
  const { list } = await guides.calendars(agency, { guideIds, ...days });
  return new Map(
    list.map((guide) => [guide.guideId, guide.days.every(({ state }) => state === 'available')]),
  );
}

/** What a customer may see of a guide: nothing of prices, terms or the studio. */
function viewForCustomer(guide: GuideDetail) {
  const { name, area, profile, photos, serviceAreas, serviceTypes, languages } = guide;
  const { maxGuests, rating, reviewCount, meetingPoint } = guide;
  return {
    ...{ name, area, profile, photos, serviceAreas, serviceTypes, languages },
    ...{ maxGuests, rating, reviewCount, meetingPoint: meetingPoint?.text ?? null },
  };
}
