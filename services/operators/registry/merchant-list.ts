import type { EntityManager } from '@mikro-orm/postgresql';
import { Merchant } from '../../../db/entities/index.ts';
import { findMerchants } from '../../../db/queries/operators/merchants.ts';
import type { MerchantKind, MerchantStatus, Verification } from '../../../domain/merchant.ts';
import { type PageOptions, pageOf } from '../../lists/page.ts';

export interface MerchantOptions extends PageOptions {
  readonly kind?: MerchantKind;
  readonly status?: MerchantStatus;
  readonly verification?: Verification;
  readonly world?: 'live' | 'sandbox';
  readonly search?: string;
}

/** A page of merchants, the newest first, with where their people read of trouble. */
export async function pageMerchants(em: EntityManager, options: MerchantOptions) {
  const { limit, world, search, after, ...filter } = options;
  const sandbox = world === undefined ? undefined : world === 'sandbox';
  const found = await findMerchants(em, { ...filter, sandbox, text: search }, placeIn(after), limit + 1);
  const { list, next } = pageOf(found, limit, ({ position, merchantKey }) =>
    Buffer.from(`${position}|${merchantKey}`).toString('base64url'),
  );
  const keys = list.map(({ merchantKey }) => merchantKey);
  const merchants = await em.find(Merchant, { key: { $in: keys } }, { fields: ['contactEmail'] });
  const contacts = new Map(merchants.map(({ key, contactEmail }) => [key, contactEmail ?? null]));
  return {
    list: list.map(({ merchantKey: key, name, kind, status, verification, sandbox: isSandbox, country }) => ({
      key,
      name,
      kind,
      status,
      verification,
      world: isSandbox ? 'sandbox' : 'live',
      country,
      contact: contacts.get(key) ?? null,
    })),
    next,
  };
}

/** A place that nobody was given is the end of the list. */
function placeIn(after: string | undefined): readonly [createdAt: string, key: string] | undefined {
  if (after === undefined) return undefined;
  const [at = '', key = ''] = Buffer.from(after, 'base64url').toString().split('|');
  return [Number.isNaN(Date.parse(at)) ? '-infinity' : at, key];
}
