import type { MikroORM } from '@mikro-orm/postgresql';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Cipher } from '../../db/cipher.ts';
import type { WorkKind } from '../../domain/heartbeat.ts';
import type { OrderService } from '../../services/orders/index.ts';
import type { SandboxStatements } from '../../services/sandbox/statements.ts';
import type { SettlementService } from '../../services/settlements/index.ts';
import type { SendCallback } from '../callbacks/client.ts';
import type { Config } from '../config.ts';
import type { OutboxReader } from '../mail/outbox.ts';
import type { Probe } from '../operations/probe.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { NotificationGateway } from '../temporal/notification-gateway.ts';

/** What the API is built from; `server.ts` makes it for a process, tests for theirs. */
export interface AppDeps {
  readonly config: Pick<Config, 'publicBaseUrl' | 'allowInsecureCallbacks'> &
    Partial<Pick<Config, 'rateLimits' | 'trustProxy' | 'egressAddresses'>>;
  readonly logger: Logger;
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  /** Without it, there are no order endpoints. */
  readonly orders?: OrderService;
  /** Without it, there are no settlement endpoints. */
  readonly settlements?: SettlementService;
  /** Without it, sandbox merchants can issue no statements. */
  readonly sandboxStatements?: SandboxStatements;
  /** Called after a merchant saved or removed its callback address. */
  readonly onCallbackChanged?: (merchantKey: string) => Promise<void>;
  /** Reaches the workflows that deliver; without it nothing can be redelivered from here. */
  readonly notifications?: NotificationGateway;
  /** Called when there is a request to retry waiting notifications. */
  readonly onRetryRequested?: () => void;
  /** Called when a sandbox merchant's clock was moved: its orders have to be signalled. */
  readonly onClockMoved?: () => void;
  /** Posts test notifications; without it there are none. */
  readonly sendCallback?: SendCallback;
  /** Whether Temporal answers, and is this platform's; reported by /readyz. */
  readonly probeTemporal?: Probe;
  /** Aborted once the process is stopped; reported by /readyz. */
  readonly stopping?: AbortSignal;
  /** Shares rate limits between processes; without it each counts for itself. */
  readonly redis?: Redis;
  /** The folder of mails that were not sent over SMTP; without it there is no page of them. */
  readonly outbox?: OutboxReader;
  /** The folder of the built documentation; without it the checkout's. */
  readonly documentation?: string;
  /** The folder of the packages that integrators install; without it the checkout's. */
  readonly packages?: string;
  /** Where metrics are kept; for parts outside that measure too. */
  readonly registry?: Registry;
  /** Its heartbeat says that it has done something. */
  readonly noteWork?: (kind: WorkKind) => void;
  /** Absent: no traces. */
  readonly tracing?: Tracing | undefined;
}
