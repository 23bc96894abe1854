import type { MikroORM } from '@mikro-orm/postgresql';
import { findAuditEntries } from '../../db/queries/operators/audit.ts';
import {
  findMerchants,
  linksOf,
  type MerchantFilter,
  type MerchantRow,
  type SuspensionEffects,
  suspensionEffects,
} from '../../db/queries/operators/merchants.ts';
import { endpointState } from '../../domain/callback-endpoint.ts';
import type { CredentialService } from '../credentials/credentials.ts';
import { type CursorSeal, readPage } from '../lists/sealed-cursor.ts';
import { withNames } from './audit-log.ts';
import { endpointsOf } from './deliveries.ts';
import { knownMerchant } from './known-merchant.ts';

/** A page. */
const SIZE = 50;
const LINKS = 100;
const ENTRIES = 10;

export interface MerchantsDeps {
  readonly orm: MikroORM;
  readonly seal: CursorSeal;
  readonly credentials: CredentialService;
}

export interface MerchantPage {
  readonly list: readonly Omit<MerchantRow, 'position'>[];
  readonly nextCursor: string | null;
}

/** All merchants that fit, the newest first. @param operator whose cursor it is. @throws InvalidParameter */
export async function listMerchants(
  { orm, seal }: Pick<MerchantsDeps, 'orm' | 'seal'>,
  operator: string,
  query: MerchantFilter & { readonly cursor?: string | undefined },
): Promise<MerchantPage> {
  return await readPage(
    seal,
    { list: 'operators/merchants', merchantKey: operator, query },
    async ({ cursor, ...filter }) => {
      const [at, key] = cursor?.split('|') ?? [];
      const after = at === undefined || key === undefined ? undefined : ([at, key] as const);
      const rows = await findMerchants(orm.em.fork(), filter, after, SIZE + 1);
      const page = rows.slice(0, SIZE);
      const last = rows.length > SIZE ? page.at(-1) : undefined;
      return {
        list: page.map(({ position: _, ...row }) => row),
        nextCursor: last === undefined ? null : `${last.position}|${last.merchantKey}`,
      };
    },
  );
}

/** All about one merchant that an operator may know: nothing secret. @throws InvalidParameter */
export async function readMerchant({ orm, credentials }: MerchantsDeps, key: string) {
  const em = orm.em.fork();
  const merchant = await knownMerchant(em, key);
  const [keys, endpoints, links, audit] = await Promise.all([
    credentials.list(key),
    endpointsOf(em.fork(), key),
    linksOf(em.fork(), key, LINKS),
    findAuditEntries(em.fork(), { merchantKey: key }, undefined, ENTRIES),
  ]);
  const { name, kind, status, verification, sandbox, country, contactEmail, createdAt } = merchant;
  return {
    merchantKey: key,
    name,
    kind,
    status,
    verification,
    sandbox,
    country,
    contactEmail: contactEmail ?? null,
    createdAt: createdAt.toISOString(),
    keys: keys.map(showKey),
    endpoints: endpoints.map((endpoint) => ({
      endpointId: endpoint.id,
      origin: endpoint.url == null ? null : new URL(endpoint.url).origin,
      description: endpoint.description,
      state: endpoint.url == null ? ('none' as const) : endpointState(endpoint),
    })),
    links,
    audit: await withNames(orm, audit),
  };
}

function showKey(key: Awaited<ReturnType<CredentialService['list']>>[number]) {
  const at = (date: Date | null | undefined) => date?.toISOString() ?? null;
  return {
    credentialId: String(key.id),
    label: key.label ?? null,
    scopes: key.scopes ?? null,
    requireSignature: key.requireSignature,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: at(key.lastUsedAt),
    validUntil: at(key.validUntil),
    revokedAt: at(key.revokedAt),
  };
}

/** What suspending a merchant would affect now. @throws InvalidParameter */
export async function previewSuspension(orm: MikroORM, key: string): Promise<SuspensionEffects> {
  const em = orm.em.fork();
  await knownMerchant(em, key);
  return await suspensionEffects(em, key);
}
