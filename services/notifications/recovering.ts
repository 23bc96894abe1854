import type { MikroORM } from '@mikro-orm/postgresql';
import type {
  RecoverBody,
  RecoverData,
  Recovery,
  RecoveryList,
  RecoveryListQuery,
} from '../../contract/schemas/recoveries.ts';
import type { Recovery as RecoveryRow } from '../../db/entities/index.ts';
import {
  cancelRecovery,
  countRecovery,
  listRecoveries,
  MAX_OPEN_RECOVERIES,
  readRecovery,
  requestRecovery,
} from '../../db/queries/notifications/recoveries.ts';
import { invalidParameter, RateLimited, RecoveryNotFound } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { RecoveryState } from '../../domain/notification.ts';
import { recordProviderAct } from '../audit.ts';
import { findDone, once } from '../commands.ts';
import { decodeCursor, encodeCursor } from '../lists/cursor.ts';

const DEFAULT_SIZE = 10;
const RECOVERED = 'notification.recovered';
/** Time of PostgreSQL, and the id. */
const CURSOR_PARTS = [/^\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|\+00)$/, /^RCV[0-9]{1,18}$/];
/** One that is under way takes some hundred notifications a second. */
const RETRY_AFTER_SECONDS = 10;

export interface RecoveringDeps {
  readonly orm: MikroORM;
  /** There is a request to retry what waits. */
  readonly onRetryRequested?: () => void;
}

/**
 * Counts what the filter takes and, unless it is a dry run, has it sent in the background.
 * @throws InvalidParameter, RateLimited where too many are under way.
 */
export async function recoverNotifications(
  { orm, onRetryRequested }: RecoveringDeps,
  merchant: CallingMerchant,
  { dryRun = false, endpointId, ...filter }: RecoverBody,
): Promise<RecoverData> {
  if (filter.until !== undefined && Date.parse(filter.until) < Date.parse(filter.since)) {
    throw invalidParameter('body.until', 'ends_before_start', 'must not be before `since`');
  }
  const { key: merchantKey } = merchant;
  const em = orm.em.fork();
  const earlier = await findDone<RecoverData>(em, merchant, RECOVERED);
  if (earlier !== undefined) return earlier;
  const recovery = { merchantKey, endpointId, filter };
  const counts = await countRecovery(em, recovery);
  if (dryRun || counts.count === 0) return { ...counts, dryRun, recoveryId: null };
  const { result } = await em.transactional((tx) =>
    once(tx, merchant, RECOVERED, async () => {
      const recoveryId = await requestRecovery(tx, recovery, counts.count);
      if (recoveryId === undefined) throw tooMany();
      const details = { ...filter, ...(endpointId !== undefined && { endpointId }) };
      await recordProviderAct(tx, merchant, {
        action: RECOVERED,
        subject: `merchant:${merchantKey}`,
        details,
      });
      return { ...counts, dryRun, recoveryId };
    }),
  );
  onRetryRequested?.();
  return result;
}

function tooMany(): RateLimited {
  const msg = `${MAX_OPEN_RECOVERIES} are under way; wait for one, or cancel it`;
  return new RateLimited(RETRY_AFTER_SECONDS, { details: [{ path: 'body', reason: 'limit_reached', msg }] });
}

/** The merchant's recoveries of the last 30 days, newest first. @throws InvalidParameter for a foreign cursor. */
export async function listOwnRecoveries(
  { orm }: RecoveringDeps,
  merchantKey: string,
  { size = DEFAULT_SIZE, cursor }: RecoveryListQuery,
): Promise<RecoveryList> {
  const [requestedAt = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, CURSOR_PARTS);
  const after = cursor === undefined ? undefined : { requestedAt, id };
  const found = await listRecoveries(orm.em.fork(), merchantKey, after, size + 1);
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1)?.position : undefined;
  return {
    list: page.map(({ recovery }) => view(recovery)),
    nextCursor: last === undefined ? null : encodeCursor([last.requestedAt, last.id]),
  };
}

/** @throws RecoveryNotFound also for another merchant's. */
export async function readOwnRecovery(
  { orm }: RecoveringDeps,
  merchantKey: string,
  id: string,
): Promise<Recovery> {
  const recovery = await readRecovery(orm.em.fork(), merchantKey, id);
  if (recovery === null) throw new RecoveryNotFound();
  return view(recovery);
}

/** Stops a recovery; one that has ended stays as it is. @throws RecoveryNotFound */
export async function cancelOwnRecovery(
  deps: RecoveringDeps,
  merchant: CallingMerchant,
  id: string,
): Promise<Recovery> {
  const em = deps.orm.em.fork();
  if (await cancelRecovery(em, merchant.key, id)) {
    const subject = `recovery:${id}`;
    await recordProviderAct(em, merchant, { action: 'notification.recovery-cancelled', subject });
  }
  return await readOwnRecovery(deps, merchant.key, id);
}

function view(recovery: RecoveryRow): Recovery {
  const { id, filter, endpointId, total, taken, requestedAt, finishedAt } = recovery;
  return {
    recoveryId: id,
    state: stateOf(recovery),
    filter: { ...(filter as Recovery['filter']), ...(endpointId != null && { endpointId }) },
    total,
    taken,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function stateOf({ cancelledAt, finishedAt, taken }: RecoveryRow): RecoveryState {
  if (cancelledAt != null) return 'cancelled';
  if (finishedAt != null) return 'finished';
  return taken > 0 ? 'running' : 'waiting';
}
