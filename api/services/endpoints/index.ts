import type { EntityManager } from '@mikro-orm/postgresql';
import { CallbackEndpoint } from '../../../db/entities/index.ts';
import { requestWake } from '../../../db/queries/retry-requests.ts';
import { CallbackEndpointNotFound, CallbackMissing, InvalidParameter } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type {
  EndpointCreateBody,
  EndpointUpdateBody,
  EndpointView,
  EndpointWithSecret,
} from '../../schemas/callback-endpoints.ts';
import { recordAudit } from '../audit.ts';
import { lockEndpoint, overlapEnd, ownEndpoint, removeAddress, resume, rotateSecret } from './changes.ts';
import { type CreationDeps, createEndpoint } from './creation.ts';
import { applySettings } from './settings.ts';
import { showEndpoint, shownOnce } from './view.ts';

export interface EndpointServiceDeps extends CreationDeps {
  /** Called when what waits is to be tried now. */
  readonly onRetryRequested?: () => void;
}

/** Of another merchant's endpoint, or a removed one, every function throws CallbackEndpointNotFound. */
export interface EndpointService {
  /** In the order in which they were made, the first one first. */
  list(merchantKey: string): Promise<EndpointView[]>;
  detail(merchantKey: string, endpointId: string): Promise<EndpointView>;
  /** The answer shows the secret, once. @throws InvalidParameter for its settings, or where the merchant has enough. */
  create(merchant: CallingMerchant, body: EndpointCreateBody): Promise<EndpointWithSecret>;
  /** Also ends a pause; what waits is tried now. A secret that this made is shown, once. @throws InvalidParameter */
  update(
    merchant: CallingMerchant,
    endpointId: string,
    body: EndpointUpdateBody,
  ): Promise<EndpointWithSecret>;
  /** What waits for it is skipped. @throws InvalidParameter for the first one. */
  remove(merchant: CallingMerchant, endpointId: string): Promise<void>;
  /** As callback/rotate-secret. @param overlapSeconds 0 to 7 days. @throws CallbackMissing */
  rotateSecret(
    merchant: CallingMerchant,
    endpointId: string,
    overlapSeconds: number,
  ): Promise<EndpointWithSecret>;
  /** Nothing is sent there until it is resumed or saved. @throws CallbackMissing */
  pause(merchant: CallingMerchant, endpointId: string): Promise<EndpointView>;
  /** What waits is tried now. @throws CallbackMissing */
  resume(merchant: CallingMerchant, endpointId: string): Promise<EndpointView>;
}

/** Where a merchant's notifications go (docs/notifications.md, "Endpoints"). */
export function createEndpointService(deps: EndpointServiceDeps): EndpointService {
  const { orm, cipher, now, allowInsecure } = deps;
  const show = (endpoint: CallbackEndpoint) => showEndpoint(cipher, endpoint, now());

  async function change(merchant: CallingMerchant, endpointId: string, { action, work, wakes }: Change) {
    const shown = await orm.em.fork().transactional(async (em) => {
      const endpoint = await lockEndpoint(em, merchant.key, endpointId);
      const { secret, details = {} } = await work(endpoint, em);
      await recordAudit(em, merchant, { action, subject: `endpoint:${endpointId}`, details });
      if (wakes) await requestWake(em, endpointId);
      await em.flush();
      return { ...(await show(endpoint)), ...shownOnce(secret) };
    });
    if (wakes) deps.onRetryRequested?.();
    return shown;
  }

  return {
    list: async (merchantKey) => {
      const own = { merchantKey, removedAt: null };
      const orderBy = { isFirst: 'desc', createdAt: 'asc', id: 'asc' } as const;
      const endpoints = await orm.em.fork().find(CallbackEndpoint, own, { orderBy });
      return await Promise.all(endpoints.map(show));
    },
    detail: async (merchantKey, endpointId) => {
      const endpoint = await orm.em.fork().findOne(CallbackEndpoint, ownEndpoint(merchantKey, endpointId));
      if (endpoint === null) throw new CallbackEndpointNotFound();
      return await show(endpoint);
    },
    create: async (merchant, body) => {
      const { endpoint, secret } = await createEndpoint(deps, merchant, body);
      return { ...(await show(endpoint)), ...shownOnce(secret) };
    },
    update: (merchant, endpointId, body) =>
      change(merchant, endpointId, {
        action: 'endpoint.updated',
        wakes: true,
        work: async (endpoint) => {
          const secret = await applySettings({ cipher, allowInsecure }, endpoint, body, now());
          resume(endpoint, now());
          return { secret, details: { fields: Object.keys(body) } };
        },
      }),
    remove: async (merchant, endpointId) => {
      await change(merchant, endpointId, {
        action: 'endpoint.deleted',
        wakes: true,
        work: async (endpoint) => {
          if (endpoint.isFirst) throw isFirst();
          removeAddress(endpoint);
          Object.assign(endpoint, { headersEncrypted: null, removedAt: now(), updatedAt: now() });
          return {};
        },
      });
    },
    rotateSecret: (merchant, endpointId, overlapSeconds) =>
      change(merchant, endpointId, {
        action: 'endpoint.secret_rotated',
        work: async (endpoint) => {
          const previousUntil = overlapEnd(now(), overlapSeconds);
          const { signatureScheme: scheme } = endpoint;
          const secret = await rotateSecret(cipher, endpoint, { scheme, previousUntil });
          return { secret, details: { overlapSeconds } };
        },
      }),
    pause: (merchant, endpointId) =>
      change(merchant, endpointId, {
        action: 'endpoint.paused',
        work: async (endpoint) => {
          refuseWithoutAddress(endpoint);
          // Whoever pauses it need not be told of it.
          Object.assign(endpoint, {
            pausedAt: endpoint.pausedAt ?? now(),
            toldState: 'paused',
            updatedAt: now(),
          });
          return {};
        },
      }),
    resume: (merchant, endpointId) =>
      change(merchant, endpointId, {
        action: 'endpoint.resumed',
        wakes: true,
        work: async (endpoint) => {
          refuseWithoutAddress(endpoint);
          resume(endpoint, now());
          return {};
        },
      }),
  };
}

interface Change {
  /** For the audit log. */
  readonly action: string;
  /** What waits for it is tried now. */
  readonly wakes?: boolean;
  work(
    endpoint: CallbackEndpoint,
    em: EntityManager,
  ): Promise<{ readonly secret?: string | undefined; readonly details?: Record<string, unknown> }>;
}

function refuseWithoutAddress(endpoint: CallbackEndpoint): void {
  if (endpoint.url == null) throw new CallbackMissing();
}

function isFirst(): InvalidParameter {
  const reason =
    'is your first endpoint, which cannot be deleted; PUT callback/config with url null takes its address';
  return new InvalidParameter([{ path: 'path.endpointId', reason }]);
}
