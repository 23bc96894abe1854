/** What the database knows of a delivery. One statement to read, one to write: this is the busiest part of a worker. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { executePrepared } from '../../db/prepared.ts';
import {
  CLAIM,
  POSTPONE,
  READ,
  RECORD,
  REOPEN,
  SKIP,
  UNCLAIM,
} from '../../db/queries/delivery-statements.ts';
import type { AttemptError, NotificationState } from '../../domain/notification.ts';

export interface Delivery {
  readonly status: NotificationState;
  readonly body: string;
  /** Attempts recorded so far. */
  readonly attempts: number;
  /** When it became due: its event happened, or it was asked for again. */
  readonly dueSince: Date;
  /** It is due as recorded: its planned time has come, or it is to be retried before that. */
  readonly isDue: boolean;
  /** The planned time as PostgreSQL writes it; null while there is none. */
  readonly planned: string | null;
  /** The merchant asked for it by hand. */
  readonly isAsked: boolean;
  /** Milliseconds until an attempt that is under way must be over; 0: none is. */
  readonly underWayMs: number;
  /** So many of the subject's notifications come after it. */
  readonly later: number;
  /** Undefined while the merchant has no callback address. */
  readonly endpoint: Endpoint | undefined;
}

export interface Endpoint {
  readonly merchantKey: string;
  readonly url: string;
  /** Another one each time the merchant saves its address. */
  readonly version: string;
  readonly isPaused: boolean;
  /** Its last answer was no acknowledgement. */
  readonly isFailing: boolean;
  /** It asked for no requests before (Retry-After). */
  readonly heldUntil: Date | undefined;
  /** Encrypted; the current one first, the previous one while a rotation lasts. */
  readonly secretsEncrypted: readonly string[];
}

interface AttemptRecord {
  readonly notificationId: string;
  /** What `claim` answered. */
  readonly claim: string;
  /** Where it was sent: an endpoint that was changed meanwhile is not blamed. */
  readonly url: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly excerpt: string | null;
  /** Null when no further attempt is planned. */
  readonly nextAttemptAt: Date | null;
  /** Until then the receiver wants no requests; null when it did not say. */
  readonly heldUntil: Date | null;
  readonly pauses: boolean;
}

export interface DeliveryState extends Pick<Delivery, 'status' | 'attempts' | 'later'> {}

interface RecordedDelivery extends DeliveryState {
  /** A retry was asked for while this attempt was under way, which failed: another one is due. */
  readonly isRetryNow: boolean;
  /** Id of the subject's next notification, where one is there and nobody has tried to deliver it. */
  readonly next: string | null;
}

export interface DeliveryStore {
  /** Undefined when there is no such notification. */
  read(notificationId: string, now: Date): Promise<Delivery | undefined>;
  /**
   * Begins an attempt: nobody else begins one before it is recorded, or its time is over. Undefined when somebody has
   * it, when it is resolved, or when the receiver asked for no requests.
   */
  claim(notificationId: string, now: Date): Promise<string | undefined>;
  /** Ends a claim without an attempt. */
  unclaim(notificationId: string, claim: string): Promise<void>;
  /**
   * Records one POST. Each gets the next number, also when two run at once (a worker that was thought dead, a
   * redelivery during an attempt), and a failure never undoes an acknowledgement.
   */
  record(attempt: AttemptRecord): Promise<RecordedDelivery>;
  /** Opens a resolved notification again; does nothing where this very request did before. */
  reopen(notificationId: string, requestedAt: string): Promise<void>;
  /** Notes when it will be tried, where no attempt was made now. False when a retry was asked for since `planned` was read. */
  postpone(notificationId: string, planned: string | null, nextAttemptAt: Date): Promise<boolean>;
  /** Records that there is nowhere to send to. */
  skip(notificationId: string): Promise<DeliveryState>;
}

export function createDeliveryStore(orm: MikroORM): DeliveryStore {
  const run = <Row>(sql: string, values: unknown[]) => orm.em.getConnection().execute<Row[]>(sql, values);
  return {
    read: async (id, now) => {
      const [row] = await executePrepared<DeliveryRow>(orm.em, READ, [now, id]);
      return row && deliveryOf(row);
    },
    claim: async (id, now) => {
      const [claimed] = await executePrepared<{ until: string }>(orm.em, CLAIM, [id, now]);
      return claimed?.until;
    },
    unclaim: async (id, claim) => {
      await run(UNCLAIM, [id, claim]);
    },
    reopen: async (id, requestedAt) => {
      await run(REOPEN, [requestedAt, id, requestedAt]);
    },
    record: async (attempt) => {
      const [recorded] = await executePrepared<RecordedDelivery>(orm.em, RECORD, [
        attempt.notificationId,
        attempt.claim,
        attempt.url,
        attempt.version,
        attempt.startedAt,
        attempt.durationMs,
        attempt.status,
        attempt.error,
        attempt.excerpt,
        attempt.nextAttemptAt,
        attempt.heldUntil,
        attempt.pauses,
      ]);
      return found(recorded);
    },
    postpone: async (id, planned, nextAttemptAt) =>
      (await run(POSTPONE, [nextAttemptAt, id, planned])).length > 0,
    skip: async (id) => found((await run<DeliveryState>(SKIP, [id]))[0]),
  };
}

interface DeliveryRow
  extends Omit<Delivery, 'dueSince' | 'endpoint'>,
    Omit<Endpoint, 'url' | 'heldUntil' | 'secretsEncrypted'> {
  readonly dueSince: Date | string;
  /** Null, as the secret is, while there is no address. */
  readonly url: string | null;
  readonly secret: string | null;
  readonly previousSecret: string | null;
  readonly heldUntil: Date | string | null;
}

function deliveryOf({
  merchantKey,
  url,
  version,
  isPaused,
  isFailing,
  heldUntil,
  ...row
}: DeliveryRow): Delivery {
  const { secret, previousSecret, ...known } = row;
  const delivery = { ...known, dueSince: new Date(row.dueSince) };
  if (url === null || secret === null) return { ...delivery, endpoint: undefined };
  const secretsEncrypted = previousSecret === null ? [secret] : [secret, previousSecret];
  const held = heldUntil === null ? undefined : new Date(heldUntil);
  const endpoint = { merchantKey, url, version, isPaused, isFailing, heldUntil: held, secretsEncrypted };
  return { ...delivery, endpoint };
}

function found<Row extends DeliveryState>(recorded: Row | undefined): Row {
  if (recorded === undefined) throw new Error('the notification is gone');
  return recorded;
}
