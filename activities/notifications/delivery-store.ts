/** What the database knows of a delivery. One statement to read, one to write: this is the busiest part of a worker. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { executePrepared } from '../../db/prepared.ts';
import {
  CLAIM,
  ENDPOINT_FAILS,
  ENDPOINT_WORKS,
  PAUSE_ENDPOINT,
  POSTPONE,
  READ,
  READ_NEXT,
  READ_WAITING,
  RECORD,
  SKIP,
  UNCLAIM,
} from '../../db/queries/notifications/delivery-statements.ts';
import type { SignatureScheme } from '../../domain/callback-endpoint.ts';
import type { EventType } from '../../domain/event-types.ts';
import type { AttemptError, NotificationState } from '../../domain/notification.ts';
import type { Queue } from '../../workflows/delivery-contract.ts';

export interface Delivery {
  readonly id: string;
  readonly status: NotificationState;
  readonly type: EventType;
  readonly subjectId: string;
  readonly sequence: number;
  readonly body: string;
  /** Attempts recorded so far. */
  readonly attempts: number;
  /** When it became due: its event happened, or it was requested again. */
  readonly dueSince: Date;
  /** The planned time as PostgreSQL writes it; null while there is none. */
  readonly planned: string | null;
  /** Milliseconds until then; 0: it is due. */
  readonly waitMs: number;
  /** The merchant requested it by hand. */
  readonly isAsked: boolean;
  /** Milliseconds until an attempt that is under way must be over; 0: none is. */
  readonly underWayMs: number;
  readonly endpoint: Endpoint;
}

export interface Endpoint {
  readonly merchantKey: string;
  readonly endpointId: string;
  /** Null: nothing is sent there. */
  readonly url: string | null;
  /** Another one each time the merchant saves its address. */
  readonly version: string;
  readonly isPaused: boolean;
  /** Its last answer was no acknowledgement. */
  readonly isFailing: boolean;
  /** It asked for no requests until then (Retry-After). */
  readonly heldUntil: Date | undefined;
  /** Requests per second at most, by the merchant's wish. */
  readonly maxPerSecond: number | null;
  readonly signatureScheme: SignatureScheme;
  /** Encrypted; the current one first, the previous one while a rotation lasts. */
  readonly secretsEncrypted: readonly string[];
  /** The merchant's own headers, encrypted. */
  readonly headersEncrypted: string | null;
}

export interface AttemptRecord {
  readonly notificationId: string;
  /** What `claim` answered. */
  readonly claim: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly excerpt: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** Null when no further attempt is planned. */
  readonly nextAttemptAt: Date | null;
}

export interface RecordedDelivery extends Pick<Delivery, 'status' | 'attempts'> {
  /** A retry was requested while this attempt was under way, which failed: another one is due. */
  readonly isRetryNow: boolean;
  /** The endpoint's row says so, after whatever happened meanwhile. */
  readonly isFailing: boolean;
}

/** A notification that is to be announced. */
export interface WaitingDelivery {
  readonly notificationId: string;
  readonly endpointId: string;
  readonly merchantKey: string;
  /** Nothing waits before it, and it was never attempted. */
  readonly isFirst: boolean;
}

export function createDeliveryStore(orm: MikroORM) {
  const run = <Row>(sql: string, values: unknown[]) => orm.em.getConnection().execute<Row[]>(sql, values);
  return {
    /** Undefined when there is no such notification. */
    read: async (id: string, now: Date): Promise<Delivery | undefined> => {
      const [row] = await executePrepared<DeliveryRow>(orm.em, READ, [now, now, id]);
      return row && deliveryOf(row);
    },

    /** The first that waits in a queue; undefined when nothing does. */
    readNext: async ({ subjectId, endpointId }: Queue, now: Date): Promise<Delivery | undefined> => {
      const [row] = await executePrepared<DeliveryRow>(orm.em, READ_NEXT, [now, now, subjectId, endpointId]);
      return row && deliveryOf(row);
    },

    /** A subject's pending notifications, in order. */
    readWaiting: async (subjectId: string): Promise<WaitingDelivery[]> =>
      await executePrepared<WaitingDelivery>(orm.em, READ_WAITING, [subjectId]),

    /**
     * Begins an attempt: nobody else begins one before it is recorded, or its time is over. Undefined when somebody has
     * it, when it is resolved, or when the receiver asked for no requests.
     */
    claim: async (id: string, now: Date): Promise<string | undefined> => {
      const [claimed] = await executePrepared<{ until: string }>(orm.em, CLAIM, [id, now]);
      return claimed?.until;
    },

    /** Ends a claim without an attempt. */
    unclaim: async (id: string, claim: string): Promise<void> => {
      await run(UNCLAIM, [id, claim]);
    },

    /**
     * Records one POST. Each gets the next number, also when two run at once (a worker that was thought dead, a
     * first attempt beside a delivery), and a failure never undoes an acknowledgement.
     */
    record: async (attempt: AttemptRecord): Promise<RecordedDelivery> => {
      const { requestHeaders, responseHeaders } = attempt;
      const [recorded] = await executePrepared<RecordedDelivery>(orm.em, RECORD, [
        attempt.notificationId,
        attempt.claim,
        attempt.startedAt,
        attempt.durationMs,
        attempt.status,
        attempt.error,
        attempt.excerpt,
        JSON.stringify(requestHeaders),
        responseHeaders && JSON.stringify(responseHeaders),
        attempt.nextAttemptAt,
      ]);
      return found(recorded);
    },

    /** Its last answer was an acknowledgement: what waits for it is to be tried. */
    noteWorking: async ({ endpointId, url }: Endpoint): Promise<void> => {
      await run(ENDPOINT_WORKS, [endpointId, url]);
    },

    /** Its last answer was none. @param heldUntil until when it wants no requests; null where it did not say. */
    noteFailing: async (
      { endpointId, url, version }: Endpoint,
      at: Date,
      heldUntil: Date | null,
    ): Promise<void> => {
      await run(ENDPOINT_FAILS, [at, heldUntil, version, endpointId, url]);
    },

    /** It is gone for good, and says so. False where it was saved meanwhile. */
    pause: async ({ endpointId, url, version }: Endpoint, at: Date): Promise<boolean> =>
      (await run(PAUSE_ENDPOINT, [endpointId, url, version, at])).length > 0,

    /** Records when it will be tried, where no attempt was made now. False when a retry was requested since `planned` was read. */
    postpone: async (id: string, planned: string | null, nextAttemptAt: Date): Promise<boolean> =>
      (await run(POSTPONE, [nextAttemptAt, id, planned])).length > 0,

    /** Records that there is nowhere to send to. */
    skip: async (id: string): Promise<Pick<Delivery, 'status' | 'attempts'>> =>
      found((await run<Pick<Delivery, 'status' | 'attempts'>>(SKIP, [id]))[0]),
  };
}

type DeliveryRow = Omit<Delivery, 'dueSince' | 'endpoint'> &
  Omit<Endpoint, 'heldUntil' | 'secretsEncrypted'> & {
    readonly dueSince: Date | string;
    /** Null while there is no address. */
    readonly secret: string | null;
    readonly previousSecret: string | null;
    readonly heldUntil: Date | string | null;
  };

function deliveryOf(row: DeliveryRow): Delivery {
  const { merchantKey, endpointId, url, version, isPaused, isFailing, maxPerSecond, signatureScheme } = row;
  const { secret, previousSecret, headersEncrypted, heldUntil, dueSince, ...known } = row;
  const secretsEncrypted = [secret, previousSecret].filter((one) => one !== null);
  const held = heldUntil === null ? undefined : new Date(heldUntil);
  const where = { merchantKey, endpointId, url, version, maxPerSecond, signatureScheme, headersEncrypted };
  const endpoint = { ...where, isPaused, isFailing, heldUntil: held, secretsEncrypted };
  return { ...known, dueSince: new Date(dueSince), endpoint };
}

function found<Row>(recorded: Row | undefined): Row {
  if (recorded === undefined) throw new Error('the notification is gone');
  return recorded;
}
