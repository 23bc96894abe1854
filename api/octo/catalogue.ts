import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { findBookableGuides, NO_COMMISSION } from '../../db/queries/orders/bookable-guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { all, type Condition } from '../../services/guides/condition.ts';
import { visibleTo } from '../../services/guides/filter.ts';
import { badRequest, invalidId } from './errors.ts';
import { canBeBookedByOcto, type NamedGuide, viewProduct } from './products.ts';
import type { Product } from './schemas/products.ts';

/** Products of one page: each is some kilobytes. */
const PAGE_SIZE = 500;

export interface ProductPage {
  readonly list: Product[];
  /** The guide that the next page begins behind; null on the last one. */
  readonly nextCursor: string | null;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The guides that OCTO can book, as the caller sees them. */
export function createCatalogue({ orm, now }: { orm: MikroORM; now: () => Date }) {
  return {
    /** One page of the active ones, by number. @param after a guide's id. */
    async products(caller: CallingMerchant, withPricing: boolean, after?: string): Promise<ProductPage> {
      const names = await selectNames(orm.em.fork(), caller, after, PAGE_SIZE + 1);
      const page = names.slice(0, PAGE_SIZE);
      const at = timeFor(caller, now());
      const guides = await readGuides(orm.em.fork(), caller, page, at);
      return {
        list: guides.filter(canBeBookedByOcto).map((guide) => viewProduct(guide, withPricing, at)),
        nextCursor: names.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
      };
    },
    /** @throws OctoRefusal INVALID_PRODUCT_ID */
    async product(caller: CallingMerchant, id: string, withPricing: boolean): Promise<Product> {
      const at = timeFor(caller, now());
      return viewProduct(await findProduct(orm.em.fork(), caller, id, at), withPricing, at);
    },
  };
}

/**
 * The guide behind a product, paused ones too. @throws OctoRefusal INVALID_PRODUCT_ID, whether there is none or the caller
 * may not see it.
 */
export async function findProduct(
  em: EntityManager,
  caller: CallingMerchant,
  id: string | undefined,
  at: Date,
): Promise<NamedGuide> {
  const { sql, values } = all([seenBy(caller), { sql: 'guide.id = ?', values: [id ?? ''] }]);
  const names = await em.execute<Named[]>(`select guide.id, guide.name from guide where ${sql}`, [...values]);
  const [guide] = await readGuides(em, caller, names, at);
  if (!guide || !canBeBookedByOcto(guide)) throw invalidId('INVALID_PRODUCT_ID', id);
  return guide;
}

/** What the caller may see, within the products that its key is for. */
function seenBy(caller: CallingMerchant): Condition {
  const only = caller.via?.products;
  if (!only) return visibleTo(caller);
  return all([visibleTo(caller), { sql: 'guide.id = any (?::text[])', values: [`{${only.join(',')}}`] }]);
}

/** @throws OctoRefusal BAD_REQUEST */
export function refuseOtherCurrency(
  { currency: own }: NamedGuide,
  currency: string | null | undefined,
): void {
  if (currency && currency.toUpperCase() !== own) {
    throw badRequest(`currency must be one of ${own}`);
  }
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** In the order of the index guide_by_number. */
async function selectNames(
  em: EntityManager,
  caller: CallingMerchant,
  after: string | undefined,
  limit: number,
): Promise<Named[]> {
  const conditions = [seenBy(caller), { sql: "guide.status = 'active'", values: [] as unknown[] }];
  if (after !== undefined) {
    conditions.push({ sql: '(length(guide.id), guide.id) > (length(?), ?)', values: [after, after] });
  }
  const { sql, values } = all(conditions);
  return await em.execute<Named[]>(
    `select guide.id, guide.name from guide where ${sql} order by length(guide.id), guide.id limit ?`,
    [...values, limit],
  );
}

async function readGuides(
  em: EntityManager,
  caller: CallingMerchant,
  names: readonly Named[],
  at: Date,
): Promise<NamedGuide[]> {
  if (names.length === 0) return [];
  const requests = names.map(({ id }) => ({ guideId: id, caller, at }));
  const guides = await findBookableGuides(em, requests, NO_COMMISSION);
  return guides.flatMap((guide, index) => (guide ? [{ ...guide, name: names[index]!.name }] : []));
}
