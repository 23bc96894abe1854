/**
 * What changed of the guides that the caller may see, for who keeps a copy. What this rules out (docs/decisions/0011,
 * test/api/guide-changes.test.ts):
 *
 * - A change that commits late is passed: only transactions below the oldest one still running are read, by their numbers.
 * - A guide goes out of sight and its copy stays: deletion, visibility, links and suspension are changes as well.
 * - A merchant gets a change of a guide that it could never see.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GuideChanges, GuideChangesQuery } from '../../contract/schemas/guide-changes.ts';
import {
  CHANGES,
  CHANGES_START,
  type ChangePosition,
  changesHorizon,
  changesSince,
  changesValues,
} from '../../db/queries/guides/guide-changes.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { visibleTo } from './filter.ts';
import { type GuideListRow, LIST_ITEM } from './queries.ts';
import { toListItem } from './view.ts';

const DEFAULT_SIZE = 100;

/** A reader's position. */
interface ReaderPosition extends ChangePosition {
  /** The reader began with an empty copy: it does not need what was removed before this transaction. */
  readonly begun: string;
}

interface Row extends GuideListRow {
  readonly transactionId: string;
  readonly audience: string;
  readonly isVisible: boolean;
  readonly isGone: boolean;
}

/** Takes the caller's key, four times. True where the caller may have seen the guide before. */
const MAY_HAVE_SEEN = `(change.was_public or change.audience = ? or guide.studio_key = ?
  or exists (select from partnership where studio_key = guide.studio_key and partner_key = ?)
  or exists (select from guide_change own where own.guide_id = change.guide_id and own.audience = ?))`;

/**
 * A page of changes. A guide is there once with what it is now, however often it changed; a page may be short.
 * @throws InvalidParameter where both `cursor` and `updatedSince` are there.
 */
export async function listChanges(
  orm: MikroORM,
  caller: CallingMerchant,
  { cursor, updatedSince, size = DEFAULT_SIZE }: GuideChangesQuery,
): Promise<GuideChanges> {
  if (cursor !== undefined && updatedSince !== undefined) {
    throw invalidParameter('query.updatedSince', 'conflicting_parameters', 'not together with `cursor`');
  }
  return await readSnapshot(orm.em.fork(), async (em) => {
    const horizon = await changesHorizon(em);
    const after = cursor === undefined ? await beginning(em, horizon, updatedSince) : positionAt(cursor);
    const rows = await selectChanges(em, caller, after, size);
    const hasMore = rows.length === size;
    const last = rows.at(-1);
    const end =
      hasMore && last ? { ...last, guideId: last.id } : { ...CHANGES_START, transactionId: horizon };
    return {
      list: shown(rows, after.begun),
      nextCursor: [after.begun, end.transactionId, end.guideId, end.audience].join(' '),
      hasMore,
    };
  });
}

async function beginning(
  em: EntityManager,
  horizon: string,
  updatedSince: string | undefined,
): Promise<ReaderPosition> {
  if (updatedSince === undefined) return { ...CHANGES_START, begun: horizon };
  return { ...(await changesSince(em, updatedSince)), begun: '0' };
}

/** Sealed by the route, so it is one that `listChanges` gave out. */
function positionAt(cursor: string): ReaderPosition {
  const [begun = '', transactionId = '', guideId = '', audience = ''] = cursor.split(' ');
  return { begun, transactionId, guideId, audience };
}

async function selectChanges(
  em: EntityManager,
  caller: CallingMerchant,
  after: ChangePosition,
  size: number,
): Promise<Row[]> {
  const visible = visibleTo(caller);
  const whose = { world: caller.sandbox ? 'sandbox' : 'live', merchantKey: caller.key };
  return await em.execute<Row[]>(
    `select ${LIST_ITEM}, change.transaction_id::text as "transactionId", change.audience,
       (${visible.sql}) as "isVisible", ${MAY_HAVE_SEEN} as "isGone"
     from (${CHANGES}) change join guide on guide.id = change.guide_id
     order by change.transaction_id, change.guide_id, change.audience`,
    [
      ...visible.values,
      ...[caller.key, caller.key, caller.key, caller.key],
      ...changesValues(after, whose, size),
    ],
  );
}

function shown(rows: readonly Row[], begun: string): GuideChanges['list'] {
  const changes = new Map<string, GuideChanges['list'][number]>();
  for (const row of rows) {
    const { id: guideId, isVisible, isGone, transactionId } = row;
    if (isVisible) changes.set(guideId, { guideId, deleted: false, guide: toListItem(row) });
    else if (isGone && BigInt(transactionId) >= BigInt(begun))
      changes.set(guideId, { guideId, deleted: true });
  }
  return [...changes.values()];
}
