import { Credential, Guide, type Merchant } from '../../db/entities/index.ts';
import { noteGuideWritten } from '../../db/queries/guides/guide-writes.ts';
import { newMerchant } from '../../db/queries/platform/new-merchant.ts';
import { type ClientCredentials, newAppSecret } from '../../db/seed/index.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import { UNCONFIRMED_DAYS } from '../../domain/keeping.ts';
import type { TestApp } from './app.ts';

type NewMerchant = Partial<Pick<Merchant, 'name' | 'kind' | 'status' | 'sandbox' | 'verification'>>;

/** A merchant with one credential. */
export async function createMerchant(
  test: TestApp,
  key: string,
  merchant: NewMerchant = {},
): Promise<ClientCredentials> {
  const clientSecret = newAppSecret();
  const em = test.orm.em.fork();
  const defaults = { kind: 'agency', country: 'PT', sandbox: true, verification: 'approved' } as const;
  newMerchant(em, { key, name: key, ...defaults, ...merchant });
  em.create(Credential, { merchantKey: key, secretEncrypted: await test.cipher.encrypt(clientSecret) });
  await em.flush();
  return { clientId: key, clientSecret };
}

/** A guide of the sandbox's studio, unless told otherwise. */
export async function createGuide(test: TestApp, guide: Partial<Guide> & { id: string }): Promise<void> {
  const em = test.orm.em.fork();
  em.create(Guide, {
    studioKey: 'mk_sandbox_studio',
    sandbox: true,
    name: guide.id,
    area: 'Porto',
    languages: ['pt'],
    serviceAreas: ['Porto'],
    serviceTypes: ['wine'],
    dayRate: 12_345,
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    maxGuests: 5,
    // Most tests are about other things.
    maxUnconfirmedDays: UNCONFIRMED_DAYS.maximum,
    cancellationPolicy: CANCELLATION_PRESETS.moderate,
    ...guide,
  });
  await em.flush();
  await noteGuideWritten(em, guide.id, { mayBeFree: false });
}
