/** What the desk's routes answer (services/operators). */
import type { MerchantKind, MerchantStatus, Verification } from '../../../../../domain/merchant.ts';
import type { ProposalState, ProposedAction } from '../../../../../domain/operator-proposals.ts';
import type { OrderState } from '../../../../../domain/order-state.ts';

export interface Pile {
  readonly kind:
    | 'orders'
    | 'deliveries'
    | 'endpoints'
    | 'proposals'
    | 'disputes'
    | 'verifications'
    | 'mails'
    | 'statements';
  readonly count: number;
  readonly since: string | null;
}

export interface Proposal {
  readonly proposalId: string;
  readonly action: ProposedAction;
  readonly details: Readonly<Record<string, unknown>>;
  readonly state: ProposalState;
  readonly proposedBy: string;
  readonly proposedByName: string | null;
  readonly createdAt: string;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: string | null;
}

/** What came of something that may take a second operator; null: it is done. */
export interface Submitted {
  readonly proposalId: string | null;
}

export interface FoundOrder {
  readonly orderId: string;
  readonly merchantKey: string;
  readonly studioKey: string;
  readonly guideId: string;
  readonly status: OrderState;
  readonly sandbox: boolean;
  readonly clientReference: string | null;
  readonly tripDate: string;
}

export interface MerchantRow {
  readonly merchantKey: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly status: MerchantStatus;
  readonly verification: Verification;
  readonly sandbox: boolean;
}

export interface Found {
  readonly orders: readonly FoundOrder[];
  readonly merchants: readonly MerchantRow[];
  readonly guides: readonly { guideId: string; name: string; studioKey: string; sandbox: boolean }[];
  readonly companies: readonly {
    companyId: string;
    name: string;
    kind: MerchantKind;
    sandboxKey: string;
    liveKey: string | null;
  }[];
  readonly people: readonly {
    personId: number;
    name: string;
    email: string;
    isOperator: boolean;
    companies: readonly { companyId: string; name: string; role: string }[];
  }[];
  readonly failures: readonly {
    requestId: string;
    merchantKey: string;
    operation: string;
    httpStatus: number;
    code: number | null;
    path: string | null;
    reason: string | null;
    occurredAt: string;
  }[];
  readonly requests: readonly AuditRow[];
}

export interface AuditRow {
  readonly id: number;
  readonly occurredAt: string;
  readonly action: string;
  readonly subject: string;
  readonly merchantKey: string | null;
  readonly actor: string;
  readonly actorName: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Merchant extends MerchantRow {
  readonly country: string;
  readonly contactEmail: string | null;
  readonly createdAt: string;
  readonly keys: readonly {
    credentialId: string;
    label: string | null;
    scopes: readonly string[] | null;
    createdAt: string;
    lastUsedAt: string | null;
    validUntil: string | null;
    revokedAt: string | null;
  }[];
  readonly endpoints: readonly {
    endpointId: string;
    origin: string | null;
    description: string;
    state: 'none' | 'healthy' | 'failing' | 'paused';
  }[];
  readonly links: readonly { merchantKey: string; name: string; scopes: readonly string[] }[];
  readonly audit: readonly AuditRow[];
}

export interface Effects {
  readonly orders: Readonly<Record<'pending' | 'confirmed' | 'in_progress', number>>;
  readonly guides: number;
  readonly holds: number;
  readonly notifications: number;
  readonly statements: number;
  readonly links: number;
}

interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
}

export interface DiagnosedEndpoint {
  readonly endpointId: string;
  readonly origin: string | null;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly maxPerSecond: number | null;
  readonly state: 'healthy' | 'failing' | 'paused';
  readonly since: string | null;
  readonly heldUntil: string | null;
  readonly waiting: number;
  readonly oldestAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly lastAttempts: readonly (Attempt & {
    notificationId: string;
    subjectId: string;
    type: string;
    responseExcerpt: string | null;
  })[];
}

export interface Diagnosis {
  readonly findings: readonly { code: string; endpointId?: string; count?: number }[];
  readonly endpoints: readonly DiagnosedEndpoint[];
  readonly events: readonly { type: string; count: number; lastAt: string }[];
}

export interface StuckMerchant {
  readonly merchantKey: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly waiting: number;
  readonly oldestAt: string;
  readonly endpoints: readonly {
    endpointId: string;
    isPaused: boolean;
    since: string | null;
    waiting: number;
    oldestAt: string;
    causes: readonly { error: string | null; httpStatus: number | null; count: number }[];
  }[];
}

export interface WaitingRow {
  readonly notificationId: string;
  readonly subjectId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly httpStatus: number | null;
  readonly nextAttemptAt: string | null;
}

export interface OrderNotification {
  readonly notificationId: string;
  readonly endpointId: string;
  readonly merchantKey: string;
  readonly type: string;
  readonly sequence: number;
  readonly status: 'pending' | 'acknowledged' | 'skipped' | 'abandoned' | 'unsubscribed';
  readonly createdAt: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly acknowledgedAt: string | null;
  readonly abandonReason: string | null;
  readonly lastAttempts: readonly Attempt[];
}

interface Party {
  readonly merchantKey: string;
  readonly name: string;
  readonly status: MerchantStatus;
}

export interface OperatorOrder {
  readonly orderId: string;
  readonly guideId: string;
  readonly guideName: string | null;
  readonly status: OrderState;
  readonly sandbox: boolean;
  readonly clientReference: string | null;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly guestCount: number;
  readonly totalAmount: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly createdAt: string;
  readonly nextDeadline: { at: string; status: OrderState } | null;
  readonly refund: { amount: number; currency: string } | null;
  readonly merchant: Party;
  readonly studio: Party;
  readonly phoneEnding: string;
  readonly isStarted: boolean;
  readonly events: readonly {
    sequence: number;
    status: OrderState;
    reason: string;
    actor: string;
    actorKey: string | null;
    actedBy: string | null;
    note: string | null;
    occurredAt: string;
  }[];
  readonly notifications: readonly OrderNotification[];
  readonly postings: readonly {
    postingId: string;
    kind: string;
    currency: string;
    occurredAt: string;
    reason: string | null;
    operator: string | null;
    entries: readonly { account: string; merchantKey: string | null; amount: number }[];
  }[];
  readonly messages: readonly { id: number; senderKey: string; createdAt: string; readAt: string | null }[];
  readonly changes: readonly {
    changeId: string;
    status: string;
    fields: readonly string[];
    createdAt: string;
  }[];
  readonly audit: readonly AuditRow[];
  readonly cancellation: { refund: number; currency: string } | null;
  readonly temporalUrl: string | null;
}

/** A new key: the one time that its secret is known. */
export interface IssuedKey {
  readonly credentialId: string;
  readonly clientSecret: string;
}
