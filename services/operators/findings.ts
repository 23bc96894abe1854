import type { EndpointState } from '../../domain/callback-endpoint.ts';
import type { MerchantStatus, Verification } from '../../domain/merchant.ts';

/** What is known when somebody asks why a merchant gets nothing. */
export interface DeliveryFacts {
  readonly status: MerchantStatus;
  readonly verification: Verification;
  readonly endpoints: readonly EndpointFacts[];
  /** Counted among its last hundred events. */
  readonly events: number;
  readonly unstarted: number;
  readonly oldestRequestAt: string | null;
}

interface EndpointFacts {
  readonly endpointId: string;
  readonly hasAddress: boolean;
  readonly state: EndpointState;
  readonly isHeld: boolean;
  readonly waiting: number;
  /** How many of the merchant's last events its filter takes, and how many not. */
  readonly taken: number;
  readonly excluded: number;
}

/** Why nothing arrives, the most likely cause first; the words are the console's. */
type FindingCode =
  | 'no_endpoint'
  | 'endpoint_paused'
  | 'endpoint_failing'
  | 'endpoint_held'
  | 'filter_excludes'
  | 'orders_not_started'
  | 'requests_waiting'
  | 'merchant_suspended'
  | 'not_approved'
  | 'no_events'
  | 'waiting_only'
  | 'nothing_wrong';

export interface Finding {
  readonly code: FindingCode;
  /** Which endpoint, where it is about one. */
  readonly endpointId?: string;
  readonly count?: number;
}

/** A request that is so old is not worked off: the API processes or Temporal are unavailable. */
const REQUEST_IS_OLD_MS = 120_000;

/** @returns at least one. */
export function findingsOf(facts: DeliveryFacts, now: Date): Finding[] {
  const findings: Finding[] = [];
  const { endpoints, status, verification, events, unstarted, oldestRequestAt } = facts;
  if (!endpoints.some(({ hasAddress }) => hasAddress)) findings.push({ code: 'no_endpoint' });
  findings.push(...endpoints.flatMap(endpointFindings));
  if (unstarted > 0) findings.push({ code: 'orders_not_started', count: unstarted });
  if (oldestRequestAt !== null && now.getTime() - Date.parse(oldestRequestAt) > REQUEST_IS_OLD_MS)
    findings.push({ code: 'requests_waiting' });
  if (status === 'suspended') findings.push({ code: 'merchant_suspended' });
  if (verification !== 'approved') findings.push({ code: 'not_approved' });
  if (events === 0) findings.push({ code: 'no_events' });
  if (findings.length > 0) return findings;
  const waiting = endpoints.reduce((sum, endpoint) => sum + endpoint.waiting, 0);
  return [waiting > 0 ? { code: 'waiting_only', count: waiting } : { code: 'nothing_wrong' }];
}

function endpointFindings({ endpointId, ...endpoint }: EndpointFacts): Finding[] {
  if (!endpoint.hasAddress) return [];
  const found: Finding[] = [];
  const about = (code: FindingCode, count: number) => found.push({ code, endpointId, count });
  if (endpoint.state === 'paused') about('endpoint_paused', endpoint.waiting);
  else if (endpoint.state === 'failing') about('endpoint_failing', endpoint.waiting);
  if (endpoint.isHeld) about('endpoint_held', endpoint.waiting);
  if (endpoint.excluded > 0 && endpoint.taken === 0) about('filter_excludes', endpoint.excluded);
  return found;
}
