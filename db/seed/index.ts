import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import type { MerchantKind } from '../../domain/merchant.ts';
import { SANDBOX_AGENCY_KEY, SANDBOX_STUDIO_KEY } from '../../domain/sandbox.ts';
import { type Cipher, createCipher } from '../cipher.ts';
import { Credential, Guide, Merchant } from '../entities/index.ts';
import { openInstallation } from '../installation.ts';
import { createOrm } from '../orm.ts';
import { noteGuideWritten } from '../queries/guides/guide-writes.ts';
import { newMerchant } from '../queries/platform/new-merchant.ts';
import { BEHAVING_GUIDES, PARTNER_GUIDE, SANDBOX_GUIDES } from './guides.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SandboxCredentials {
  readonly agency: ClientCredentials;
  readonly studio: ClientCredentials;
}

/** Their contacts are in a domain that nobody has (RFC 2606). */
const SANDBOX_AGENCY = {
  key: SANDBOX_AGENCY_KEY,
  name: 'Sandbox Agency',
  kind: 'agency',
  contactEmail: 'operations@agency.example',
} as const;
const SANDBOX_STUDIO = {
  key: SANDBOX_STUDIO_KEY,
  name: 'Sandbox Studio',
  kind: 'studio',
  contactEmail: 'operations@studio.example',
} as const;

/**
 * Fills an empty database with the sandbox: an agency, a studio and its guides. Where the sandbox is there already, it adds the
 * guides that behave (older sandboxes have none), and answers the credentials that were made the first time.
 */
export async function seedSandbox(options: {
  databaseUrl: string;
  encryptionKey: Buffer;
  encryptionKeysAccepted?: readonly Buffer[];
}): Promise<SandboxCredentials> {
  const cipher = createCipher(options.encryptionKey, options.encryptionKeysAccepted);
  const orm = createOrm({ databaseUrl: options.databaseUrl, poolMax: 2 });
  try {
    return await seedInto(orm, cipher);
  } finally {
    await orm.close();
  }
}

/** The same over connections that are there. */
export const seedInto = (orm: MikroORM, cipher: Cipher): Promise<SandboxCredentials> =>
  orm.em.fork().transactional(async (em) => {
    await openInstallation(em, cipher);
    const agency = await ensureMerchant(em, cipher, SANDBOX_AGENCY);
    const studio = await ensureMerchant(em, cipher, SANDBOX_STUDIO);
    await ensureGuides(em);
    await ensureBehavingGuides(em);
    return { agency, studio };
  });

async function ensureMerchant(
  em: EntityManager,
  cipher: Cipher,
  merchant: { key: string; name: string; kind: MerchantKind; contactEmail: string },
): Promise<ClientCredentials> {
  // The newest that has no end: the merchant may have rotated it since.
  const unended = {
    merchantKey: merchant.key,
    revokedAt: null,
    validUntil: null,
    scopes: null,
    keyHash: null,
  };
  const known = await em.findOne(Credential, unended, { orderBy: { id: 'desc' } });
  if (known?.secretEncrypted != null)
    return { clientId: merchant.key, clientSecret: await cipher.decrypt(known.secretEncrypted) };

  const clientSecret = newAppSecret();
  const isThere = (await em.count(Merchant, { key: merchant.key })) > 0;
  if (!isThere) newMerchant(em, { ...merchant, country: 'PT', sandbox: true, verification: 'approved' });
  em.create(Credential, { merchantKey: merchant.key, secretEncrypted: await cipher.encrypt(clientSecret) });
  return { clientId: merchant.key, clientSecret };
}

async function ensureGuides(em: EntityManager): Promise<void> {
  await em.flush();
  if ((await em.count(Guide, { studioKey: SANDBOX_STUDIO.key })) > 0) return;
  const ids = await em.execute<{ id: string }[]>(
    `select 'G' || nextval('guide_number') as id from generate_series(1, ?)`,
    [SANDBOX_GUIDES.length + 1],
  );
  for (const [index, { cancellationPreset, ...guide }] of [...SANDBOX_GUIDES, PARTNER_GUIDE].entries()) {
    em.create(Guide, {
      ...guide,
      languages: [...guide.languages],
      serviceAreas: [...guide.serviceAreas],
      serviceTypes: [...guide.serviceTypes],
      seasonalRates: [...guide.seasonalRates],
      id: ids[index]!.id,
      studioKey: SANDBOX_STUDIO.key,
      sandbox: true,
      cancellationPolicy: CANCELLATION_PRESETS[cancellationPreset],
    });
  }
  await writeNew(
    em,
    ids.map(({ id }) => id),
  );
}

async function ensureBehavingGuides(em: EntityManager): Promise<void> {
  const all = BEHAVING_GUIDES.map(({ id }) => id);
  const known = await em.find(Guide, { id: { $in: all } }, { fields: ['id'] });
  const missing = BEHAVING_GUIDES.filter((guide) => !known.some(({ id }) => id === guide.id));
  for (const guide of missing) {
    em.create(Guide, {
      ...guide,
      studioKey: SANDBOX_STUDIO.key,
      sandbox: true,
      cancellationPolicy: CANCELLATION_PRESETS.flexible,
    });
  }
  await writeNew(
    em,
    missing.map(({ id }) => id),
  );
}

async function writeNew(em: EntityManager, guideIds: readonly string[]): Promise<void> {
  await em.flush();
  for (const id of guideIds) await noteGuideWritten(em, id, { mayBeFree: false });
}

/** A new app_secret: 256 random bits. */
export function newAppSecret(): string {
  return `sk_${randomBytes(32).toString('base64url')}`;
}
