import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { EndpointCreateBody } from '../../contract/schemas/callback-endpoints.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { MAX_ENDPOINTS } from '../../domain/callback-endpoint.ts';
import { type InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import { EVERY_EVENT } from '../../domain/event-types.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { lockEndpoint } from './changes.ts';
import { type MadeSecret, noteOf } from './made-secret.ts';
import { applySettings, type SettingsDeps } from './settings.ts';

const CREATED = 'endpoint.created';

export interface CreationDeps extends SettingsDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
}

export interface CreatedEndpoint {
  readonly endpoint: CallbackEndpoint;
  /** For the answer that shows its secret. */
  readonly made: MadeSecret;
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
    const { result } = await once(em, merchant, CREATED, () => write(em, deps, merchant, body));
    return { endpoint: await em.findOneOrFail(CallbackEndpoint, result.id), made: result };
  });
}

async function write(
  em: EntityManager,
  deps: CreationDeps,
  merchant: CallingMerchant,
  body: EndpointCreateBody,
): Promise<MadeSecret & { readonly id: string }> {
  const count = await em.count(CallbackEndpoint, { merchantKey: merchant.key, removedAt: null });
  if (count >= MAX_ENDPOINTS) throw tooMany();
  const { id } = await numbered(em);
  const endpoint = em.create(CallbackEndpoint, { id, ...empty(merchant.key, deps.now()) });
  const secret = await applySettings(deps, endpoint, body, deps.now());
  // Only the host: the rest of an address may contain a secret.
  const details = { host: new URL(endpoint.url ?? '').host };
  await recordAudit(em, merchant, { action: CREATED, subject: `endpoint:${id}`, details });
  await em.flush();
  return { id, ...noteOf(secret) };
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

function tooMany(): InvalidParameter {
  const msg = `you have ${MAX_ENDPOINTS} endpoints, which is the limit: delete one first`;
  return invalidParameter('body', 'limit_reached', msg);
}
