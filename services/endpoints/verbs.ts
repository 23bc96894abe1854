/** What a merchant may do to one of its endpoints. */

import type { EndpointUpdateBody } from '../../contract/schemas/callback-endpoints.ts';
import type { CallbackEndpoint } from '../../db/entities/index.ts';
import { CallbackMissing, type InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import { overlapEnd, removeAddress, resume, rotateSecret } from './changes.ts';
import type { CreationDeps } from './creation.ts';
import { applySettings } from './settings.ts';

export interface Verb {
  /** For the audit log. */
  readonly action: string;
  /** What waits for it is tried now. */
  readonly wakes?: boolean;
  /** Changes the endpoint, which is locked. */
  work(endpoint: CallbackEndpoint): Promise<Changed>;
}

interface Changed {
  /** One that this made. */
  readonly secret?: string | undefined;
  /** For the audit log. */
  readonly details?: Record<string, unknown>;
}

export function updating(deps: CreationDeps, body: EndpointUpdateBody): Verb {
  return {
    action: 'endpoint.updated',
    wakes: true,
    work: async (endpoint) => {
      const at = deps.now();
      const secret = await applySettings(deps, endpoint, body, at);
      resume(endpoint, at);
      return { secret, details: { fields: Object.keys(body) } };
    },
  };
}

export function removing(at: Date): Verb {
  return {
    action: 'endpoint.deleted',
    wakes: true,
    work: async (endpoint) => {
      if (endpoint.isFirst) throw isFirst();
      removeAddress(endpoint);
      Object.assign(endpoint, { headersEncrypted: null, removedAt: at, updatedAt: at });
      return {};
    },
  };
}

export function rotating({ cipher, now }: CreationDeps, overlapSeconds: number): Verb {
  return {
    action: 'endpoint.secret_rotated',
    work: async (endpoint) => {
      const previousUntil = overlapEnd(now(), overlapSeconds);
      const { signatureScheme: scheme } = endpoint;
      const secret = await rotateSecret(cipher, endpoint, { scheme, previousUntil });
      return { secret, details: { overlapSeconds } };
    },
  };
}

export function pausing(at: Date): Verb {
  return {
    action: 'endpoint.paused',
    work: async (endpoint) => {
      refuseWithoutAddress(endpoint);
      // Whoever pauses it needs no notice of that.
      Object.assign(endpoint, { pausedAt: endpoint.pausedAt ?? at, notifiedState: 'paused', updatedAt: at });
      return {};
    },
  };
}

export function resuming(at: Date): Verb {
  return {
    action: 'endpoint.resumed',
    wakes: true,
    work: async (endpoint) => {
      refuseWithoutAddress(endpoint);
      resume(endpoint, at);
      return {};
    },
  };
}

function refuseWithoutAddress(endpoint: CallbackEndpoint): void {
  if (endpoint.url == null) throw new CallbackMissing();
}

function isFirst(): InvalidParameter {
  const msg =
    'is your first endpoint, which cannot be deleted; PUT callback/config with url null takes its address';
  return invalidParameter('path.endpointId', 'not_permitted', msg);
}
