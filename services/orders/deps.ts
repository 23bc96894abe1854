import type { MikroORM } from '@mikro-orm/postgresql';
import type { PlatformTerms } from '../../domain/platform-terms.ts';
import type { OrderLog } from '../../lib/operations/order-log.ts';
import type { OrderGateway, StartableOrder } from '../../lib/temporal/order-gateway.ts';
import type { HoldWorkflows } from '../holds/deps.ts';

/** What the order operations need. */
export interface OrderServiceDeps {
  readonly orm: MikroORM;
  /** Starts workflows of new orders, after the answer. */
  readonly starter: { start(...orders: readonly StartableOrder[]): void };
  /** Moves orders through their workflows. */
  readonly gateway: Pick<OrderGateway, 'change' | 'move' | 'refund'>;
  /** Ends holds in time; without it, a hold ends only when somebody reads it. */
  readonly holdWorkflows?: HoldWorkflows | undefined;
  readonly now: () => Date;
  readonly terms: PlatformTerms;
  readonly log?: Pick<OrderLog, 'created'> | undefined;
}
