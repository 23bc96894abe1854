import type { MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import {
  type StuckEndpoint,
  stuckEndpoints,
  type WaitingRow,
  waitingAt,
} from '../../db/queries/operators/deliveries.ts';
import { CallbackEndpointNotFound } from '../../domain/errors.ts';
import { type CursorSeal, readPage } from '../lists/sealed-cursor.ts';

/** Endpoints that are read at once: those that have waited longest. */
const MOST_ENDPOINTS = 100;
/** A page. */
const SIZE = 50;

/** A merchant and what is stuck at its endpoints. */
export interface StuckMerchant {
  readonly merchantKey: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly waiting: number;
  readonly oldestAt: string;
  readonly endpoints: readonly Omit<StuckEndpoint, 'merchantKey' | 'merchantName' | 'sandbox'>[];
}

/** Stuck notifications by merchant and cause, the merchant first whose oldest has waited longest. */
export async function listStuck(orm: MikroORM): Promise<StuckMerchant[]> {
  const rows = await stuckEndpoints(orm.em.fork(), MOST_ENDPOINTS);
  const byMerchant = Map.groupBy(rows, ({ merchantKey }) => merchantKey);
  return [...byMerchant].map(([merchantKey, own]) => ({
    merchantKey,
    name: own[0]!.merchantName,
    sandbox: own[0]!.sandbox,
    waiting: own.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestAt: own[0]!.oldestAt,
    endpoints: own.map(
      ({ merchantKey: _key, merchantName: _name, sandbox: _sandbox, ...endpoint }) => endpoint,
    ),
  }));
}

export interface WaitingPage {
  readonly list: readonly Omit<WaitingRow, 'position'>[];
  readonly nextCursor: string | null;
}

/** What waits for one endpoint, the oldest first. @throws CallbackEndpointNotFound, InvalidParameter */
export async function listWaiting(
  { orm, seal }: { readonly orm: MikroORM; readonly seal: CursorSeal },
  operator: string,
  query: { readonly endpointId: string; readonly cursor?: string | undefined },
): Promise<WaitingPage> {
  const em = orm.em.fork();
  if ((await em.count(CallbackEndpoint, { id: query.endpointId })) === 0)
    throw new CallbackEndpointNotFound();
  return await readPage(
    seal,
    { list: 'operators/waiting', merchantKey: operator, query },
    async ({ cursor, endpointId }) => {
      const [at, id] = cursor?.split('|') ?? [];
      const after = at === undefined || id === undefined ? undefined : ([at, id] as const);
      const rows = await waitingAt(em, endpointId, after, SIZE + 1);
      const page = rows.slice(0, SIZE);
      const last = rows.length > SIZE ? page.at(-1) : undefined;
      return {
        list: page.map(({ position: _, ...row }) => row),
        nextCursor: last === undefined ? null : `${last.position}|${last.notificationId}`,
      };
    },
  );
}
