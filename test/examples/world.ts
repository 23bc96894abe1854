import { createHash, createHmac } from 'node:crypto';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { BASE_URL } from '../support/app.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createMerchant } from '../support/merchants.ts';
import { createLikeness, type Likeness } from './likeness.ts';
import {
  ACCOUNTING,
  AGENCY,
  AGENCY_SECRET,
  CALLBACKS,
  PROVIDER,
  SIGNED,
  STUDIOS_CALLBACKS,
} from './scenario/names.ts';
import type { By } from './step.ts';

/** A fresh platform with whoever takes part in the scenario. */
export interface ExampleWorld {
  readonly platform: LivePlatform;
  readonly likeness: Likeness;
  readonly receiver: CallbackReceiver;
  /** Of whom a step's request is; nobody's for `anybody`. */
  credentials(by: By): ClientCredentials | undefined;
  close(): Promise<void>;
}

export async function createExampleWorld(): Promise<ExampleWorld> {
  const likeness = createLikeness(new Date());
  const [platform, receiver] = await Promise.all([
    createLivePlatform({ settlements: true }),
    startCallbackReceiver(),
  ]);
  const { agency, studio } = platform.sandbox;
  const provider = await createMerchant(platform, PROVIDER, { kind: 'provider' });
  await grantLink(platform, AGENCY, PROVIDER, ['order:read']);
  likeness.know(AGENCY_SECRET, agency.clientSecret);
  // The longer one first: it begins with the other.
  likeness.know(ACCOUNTING, `${receiver.url}/accounting`);
  likeness.know(STUDIOS_CALLBACKS, `${receiver.url}/studio`);
  likeness.know(CALLBACKS, receiver.url);
  likeness.know('agency.example', new URL(receiver.url).host);
  knowSignature(likeness, agency.clientSecret);
  return {
    platform,
    likeness,
    receiver,
    credentials: (by) => ({ agency, studio, provider, anybody: undefined })[by],
    async close() {
      await platform.close();
      await receiver.close();
    },
  };
}

/** What docs/signing.md tells merchants to do, for the request that the scenario has explained. */
function knowSignature(likeness: Likeness, secret: string): void {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const { path, nonce, idempotencyKey, body } = SIGNED;
  const canonical = [
    ...['v2', timestamp, nonce, SIGNED.method, path, `host:${new URL(BASE_URL).host}`, 'on-behalf-of'],
    `idempotency-key:${idempotencyKey}`,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  likeness.know(SIGNED.timestamp, timestamp);
  likeness.know(SIGNED.signature, `v2=${createHmac('sha256', secret).update(canonical).digest('hex')}`);
}
