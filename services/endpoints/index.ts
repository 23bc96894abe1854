import type {
  EndpointCreateBody,
  EndpointUpdateBody,
  EndpointView,
  EndpointWithSecret,
} from '../../contract/schemas/callback-endpoints.ts';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { addResumedNotice } from '../../db/queries/notifications/endpoint-trouble.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { CallbackEndpointNotFound } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { lockEndpoint, ownEndpoint } from './changes.ts';
import { type CreationDeps, createEndpoint } from './creation.ts';
import { noteOf, shownToMaker } from './made-secret.ts';
import { pausing, removing, resuming, rotating, updating, type Verb } from './verbs.ts';
import { showEndpoint } from './view.ts';

export interface EndpointServiceDeps extends CreationDeps {
  /** Called when what waits is to be tried now. */
  readonly onRetryRequested?: () => void;
}

/** For another merchant's endpoint, or a removed one, every function throws CallbackEndpointNotFound. */
export interface EndpointService {
  /** In the order in which they were made, the first one first. */
  list(merchant: CallingMerchant): Promise<EndpointView[]>;
  detail(merchant: CallingMerchant, endpointId: string): Promise<EndpointView>;
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
  const { orm, cipher, now } = deps;
  const show = (endpoint: CallbackEndpoint, merchant: CallingMerchant) =>
    showEndpoint(cipher, endpoint, { merchant, now: now() });

  async function change(merchant: CallingMerchant, endpointId: string, { action, work, wakes }: Verb) {
    const shown = await orm.em.fork().transactional(async (em) => {
      const { result } = await once(em, merchant, action, async () => {
        const endpoint = await lockEndpoint(em, merchant.key, endpointId);
        const { secret, details = {} } = await work(endpoint);
        await recordAudit(em, merchant, { action, subject: `endpoint:${endpointId}`, details });
        if (wakes) {
          await addSingleJob(em, 'endpoint_retry', endpointId);
          await addResumedNotice(em, endpointId);
        }
        await em.flush();
        return noteOf(secret);
      });
      const endpoint = await em.findOneOrFail(CallbackEndpoint, endpointId);
      return { ...(await show(endpoint, merchant)), ...(await shownToMaker(cipher, endpoint, result)) };
    });
    if (wakes) deps.onRetryRequested?.();
    return shown;
  }

  return {
    list: async (merchant) => {
      const own = { merchantKey: merchant.key, removedAt: null };
      const orderBy = { isFirst: 'desc', createdAt: 'asc', id: 'asc' } as const;
      const endpoints = await orm.em.fork().find(CallbackEndpoint, own, { orderBy });
      return await Promise.all(endpoints.map((endpoint) => show(endpoint, merchant)));
    },
    detail: async (merchant, endpointId) => {
      const own = ownEndpoint(merchant.key, endpointId);
      const endpoint = await orm.em.fork().findOne(CallbackEndpoint, own);
      if (endpoint === null) throw new CallbackEndpointNotFound();
      return await show(endpoint, merchant);
    },
    create: async (merchant, body) => {
      const { endpoint, made } = await createEndpoint(deps, merchant, body);
      return { ...(await show(endpoint, merchant)), ...(await shownToMaker(cipher, endpoint, made)) };
    },
    update: (merchant, endpointId, body) => change(merchant, endpointId, updating(deps, body)),
    remove: async (merchant, endpointId) => {
      await change(merchant, endpointId, removing(now()));
    },
    rotateSecret: (merchant, endpointId, overlapSeconds) =>
      change(merchant, endpointId, rotating(deps, overlapSeconds)),
    pause: (merchant, endpointId) => change(merchant, endpointId, pausing(now())),
    resume: (merchant, endpointId) => change(merchant, endpointId, resuming(now())),
  };
}
