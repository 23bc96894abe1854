import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint } from '../../../db/entities/index.ts';
import { MAX_ENDPOINTS } from '../../../domain/callback-endpoint.ts';
import { InvalidParameter } from '../../../domain/errors.ts';
import { EVERY_EVENT } from '../../../domain/event-types.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { EndpointCreateBody } from '../../schemas/callback-endpoints.ts';
import { findDone, recordAudit } from '../audit.ts';
import { lockEndpoint } from './changes.ts';
import { applySettings, type SettingsDeps } from './settings.ts';

const CREATED = 'endpoint.created';
const SUBJECT = 'endpoint:';

export interface CreationDeps extends SettingsDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
}

export interface CreatedEndpoint {
  readonly endpoint: CallbackEndpoint;
  /** Undefined where an earlier try of the same request made it: who lost that answer rotates the secret. */
  readonly secret: string | undefined;
}

/** @throws InvalidParameter for its settings, or where the merchant has as many as there may be. */
export async function createEndpoint(
  deps: CreationDeps,
  merchant: CallingMerchant,
  body: EndpointCreateBody,
): Promise<CreatedEndpoint> {
  return await deps.orm.em.fork().transactional(async (em) => {
    // Creations of one merchant take turns, so that each counts what the others made.
    await lockEndpoint(em, merchant.key);
    const earlier = await findDone(em, merchant, CREATED);
    if (earlier !== undefined) return { endpoint: await madeBefore(em, earlier), secret: undefined };
    const count = await em.count(CallbackEndpoint, { merchantKey: merchant.key, removedAt: null });
    if (count >= MAX_ENDPOINTS) throw tooMany();
    const endpoint = em.create(CallbackEndpoint, {
      ...(await numbered(em)),
      ...empty(merchant.key, deps.now()),
    });
    const secret = await applySettings(deps, endpoint, body, deps.now());
    // Only the host: whatever else an address holds may be a secret.
    const details = { host: new URL(endpoint.url ?? '').host };
    await recordAudit(em, merchant, { action: CREATED, subject: `${SUBJECT}${endpoint.id}`, details });
    return { endpoint, secret };
  });
}

async function numbered(em: EntityManager): Promise<{ id: string }> {
  const [row] = await em.execute<{ id: string }[]>(
    `select 'EP' || nextval('callback_endpoint_number') as id`,
  );
  return row!;
}

function empty(merchantKey: string, at: Date) {
  const settings = { description: '', eventTypes: [EVERY_EVENT], signatureScheme: 'v1' as const };
  return { merchantKey, isFirst: false, ...settings, createdAt: at, updatedAt: at };
}

async function madeBefore(em: EntityManager, subject: string): Promise<CallbackEndpoint> {
  return await em.findOneOrFail(CallbackEndpoint, subject.slice(SUBJECT.length));
}

function tooMany(): InvalidParameter {
  const msg = `you have ${MAX_ENDPOINTS} endpoints, and there are no more: delete one first`;
  return new InvalidParameter([{ path: 'body', reason: 'limit_reached', msg }]);
}
