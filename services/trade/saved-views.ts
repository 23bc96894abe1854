import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import {
  countViews,
  deleteView,
  findView,
  findViews,
  insertView,
  lockViews,
  updateView,
  type ViewGiven,
  type ViewRow,
  type ViewsOf,
} from '../../db/queries/console/saved-views.ts';
import { mayInCompany } from '../../domain/console-roles.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { MAX_OWN_VIEWS, MAX_SHARED_VIEWS } from '../../domain/saved-view.ts';
import { RoleForbids } from '../accounts/refusals.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import type { Colleague } from './colleague.ts';

interface SavedViewView extends Omit<ViewRow, 'id'> {
  readonly viewId: number;
}

export interface SavedViews {
  /** The company's and one's own, each by name. */
  list(colleague: Colleague): Promise<SavedViewView[]>;
  /**
   * @param isShared with the whole company; else nobody else's.
   * @throws InvalidParameter for a name that is taken, or where there are too many; RoleForbids for a shared one of who may not move orders.
   * @returns its id.
   */
  add(colleague: Colleague, isShared: boolean, given: ViewGiven): Promise<number>;
  /** The later of two writers wins. @throws as `add`; InvalidParameter also for an id of none. */
  change(colleague: Colleague, viewId: number, given: ViewGiven): Promise<void>;
  /** @throws RoleForbids as `add`. @returns false where it was gone before. */
  remove(colleague: Colleague, viewId: number): Promise<boolean>;
}

/** What people filter and sort their orders by, kept under names: somebody's own, or the company's. */
export function createSavedViews({ orm }: { readonly orm: MikroORM }): SavedViews {
  return {
    async list({ merchant, personId }) {
      const found = await findViews(orm.em.fork(), merchant.key, personId);
      return found
        .map(({ id, ...view }) => ({ viewId: id, ...view }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async add(colleague, isShared, given) {
      const { id } = await write(orm, colleague, 'view.added', (em) =>
        addView(em, colleague, isShared, trimmed(given)),
      );
      return id;
    },
    async change(colleague, viewId, given) {
      await write(orm, colleague, 'view.changed', (em) => changeView(em, colleague, viewId, trimmed(given)));
    },
    async remove(colleague, viewId) {
      const { deleted } = await write(orm, colleague, 'view.deleted', (em) =>
        removeView(em, colleague, viewId),
      );
      return deleted;
    },
  };
}

/** One merchant's are written one after the other: names are compared and counted on what stays so. */
async function write<Result extends object>(
  orm: MikroORM,
  { merchant }: Colleague,
  action: string,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return await orm.em.fork().transactional(async (em) => {
    const { result } = await once(em, merchant, action, async () => {
      await lockViews(em, merchant.key);
      return await work(em);
    });
    return result;
  });
}

async function addView(
  em: EntityManager,
  colleague: Colleague,
  isShared: boolean,
  given: ViewGiven,
): Promise<{ id: number }> {
  requireMayWrite(colleague, isShared);
  const of = viewsOf(colleague, isShared);
  await requireRoom(em, of, given.name);
  const id = await insertView(em, of, given);
  if (id === undefined) throw new RoleForbids('orders.read');
  await note(em, colleague, 'view.added', { id, isShared });
  return { id };
}

async function changeView(
  em: EntityManager,
  colleague: Colleague,
  viewId: number,
  given: ViewGiven,
): Promise<{ id: number }> {
  const view = await ownOrShared(em, colleague, viewId);
  if (view === undefined)
    throw invalidParameter('path.viewId', 'unknown_reference', 'there is no such view any more');
  requireMayWrite(colleague, view.isShared);
  const { isTaken } = await countViews(em, viewsOf(colleague, view.isShared), { ...given, but: viewId });
  if (isTaken) throw nameTaken();
  await updateView(em, viewId, given);
  await note(em, colleague, 'view.changed', view);
  return { id: viewId };
}

async function removeView(
  em: EntityManager,
  colleague: Colleague,
  viewId: number,
): Promise<{ deleted: boolean }> {
  const view = await ownOrShared(em, colleague, viewId);
  if (view === undefined) return { deleted: false };
  requireMayWrite(colleague, view.isShared);
  await deleteView(em, viewId);
  await note(em, colleague, 'view.deleted', view);
  return { deleted: true };
}

const ownOrShared = (em: EntityManager, { merchant, personId }: Colleague, id: number) =>
  findView(em, { id, ownerKey: merchant.key, personId });

const viewsOf = ({ merchant, companyId, personId }: Colleague, isShared: boolean): ViewsOf => ({
  ownerKey: merchant.key,
  member: isShared ? undefined : { companyId, personId },
});

const trimmed = ({ name, query }: ViewGiven): ViewGiven => ({ name: name.trim(), query });

/** Everybody keeps their own. @throws RoleForbids */
function requireMayWrite({ role }: Colleague, isShared: boolean): void {
  if (isShared && !mayInCompany(role, 'orders.write')) throw new RoleForbids('orders.write');
}

/** @throws InvalidParameter */
async function requireRoom(em: EntityManager, of: ViewsOf, name: string): Promise<void> {
  const { count, isTaken } = await countViews(em, of, { name });
  if (isTaken) throw nameTaken();
  const most = of.member === undefined ? MAX_SHARED_VIEWS : MAX_OWN_VIEWS;
  if (count >= most) throw invalidParameter('body', 'limit_reached', `at most ${most} views are kept`);
}

const nameTaken = () => invalidParameter('body.name', 'duplicate', 'another view has this name');

/** Without name and filters. */
async function note(
  em: EntityManager,
  { merchant }: Colleague,
  action: string,
  { id, isShared }: Pick<ViewRow, 'id' | 'isShared'>,
): Promise<void> {
  await recordAudit(em, merchant, { action, subject: `view:${id}`, details: { shared: isShared } });
}
