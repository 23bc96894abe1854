import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { GuideCreate } from '../../contract/schemas/guides.ts';
import type { ClosedDaysRow } from '../../contract/schemas/studio.ts';
import type { DayRange } from '../../domain/availability.ts';
import { type ErrorDetail, InvalidParameter, PlatformError } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { blockDays } from './closing-days.ts';
import { draftOfNew, fieldsOf } from './draft.ts';
import { lockOwnGuide, refuseOthers, saveGuide } from './own-guide.ts';
import { insertGuide } from './writing.ts';

/** How much of a file is named in one refusal. */
const MAX_DETAILS = 100;
const IMPORTED = 'guides.imported';

interface ImportOptions {
  /** All of it is done and undone again: what it would come to. */
  readonly isTrial: boolean;
}

/** A studio's guides, and days on which they don't work, from a file: all rows, or none of them. */
export interface GuideImports {
  /** @returns the new guides' ids, in the order of the rows. @throws InvalidParameter with the rows, MerchantKindForbidden */
  guides(caller: CallingMerchant, rows: readonly GuideCreate[], options: ImportOptions): Promise<string[]>;
  /** Blocks days. @throws InvalidParameter with the rows, MerchantKindForbidden */
  closedDays(
    caller: CallingMerchant,
    rows: readonly ClosedDaysRow[],
    options: ImportOptions,
  ): Promise<string[]>;
}

export function createGuideImports({ orm, now }: { orm: MikroORM; now: () => Date }): GuideImports {
  const carryOut = async (caller: CallingMerchant, { isTrial }: ImportOptions, work: Work) => {
    refuseOthers(caller);
    const trial: { guideIds?: string[] } = {};
    try {
      const { result } = await orm.em.fork().transactional(async (em) => {
        if (!isTrial) return await once(em, caller, IMPORTED, async () => ({ guideIds: await work(em) }));
        trial.guideIds = await work(em);
        throw new Undone();
      });
      return result.guideIds;
    } catch (error) {
      if (error instanceof Undone && trial.guideIds) return trial.guideIds;
      throw error;
    }
  };
  return {
    guides: (caller, rows, options) =>
      carryOut(caller, options, async (em) => {
        const at = timeFor(caller, now());
        const problems = problemsOf('guides');
        const all = [];
        for (const [index, body] of rows.entries())
          all.push(await problems.within(index, async () => fieldsOf(draftOfNew(body), body, at)));
        problems.refuse();
        const ids: string[] = [];
        for (const fields of all) if (fields) ids.push(await insertGuide(em, caller, fields, now()));
        return ids;
      }),
    closedDays: (caller, rows, options) =>
      carryOut(caller, options, async (em) => {
        const at = timeFor(caller, now());
        const problems = problemsOf('days');
        // In one order for everybody: two files that name the same guides don't wait for each other.
        for (const [guideId, ranges] of [...byGuide(rows)].sort()) {
          const guide = await problems.within(ranges[0]![0], () => lockOwnGuide(em, caller, guideId));
          if (guide === undefined) continue;
          for (const [index, range] of ranges)
            await problems.within(index, () => blockDays(em, guide, range, at));
          await saveGuide(em, guide, now());
          await recordAudit(em, caller, { action: 'guide.days_blocked', subject: `guide:${guideId}` });
        }
        problems.refuse();
        return [...new Set(rows.map(({ guideId }) => guideId))];
      }),
  };
}

type Work = (em: EntityManager) => Promise<string[]>;

/** Not an error: it takes back what was tried. */
class Undone extends Error {}

/** Ranges by guide, each with its place in the file. */
function byGuide(rows: readonly ClosedDaysRow[]): Map<string, [number, DayRange][]> {
  const found = new Map<string, [number, DayRange][]>();
  for (const [index, { guideId, ...range }] of rows.entries())
    found.set(guideId, [...(found.get(guideId) ?? []), [index, range]]);
  return found;
}

/** Of every row, also behind one that is refused, so that a file is mended once. @param name the list's, in the body */
function problemsOf(name: string) {
  const problems: ErrorDetail[] = [];
  return {
    /** @returns undefined where the row is refused. */
    async within<Result>(row: number, work: () => Promise<Result>): Promise<Result | undefined> {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof PlatformError) || error.status >= 500) throw error;
        problems.push(...detailsOf(error, `body.${name}.${row}`));
        return undefined;
      }
    },
    /** @throws InvalidParameter with all of them */
    refuse(): void {
      if (problems.length > 0) throw new InvalidParameter(problems.slice(0, MAX_DETAILS));
    },
  };
}

function detailsOf(error: PlatformError, place: string): ErrorDetail[] {
  if (error.details.length === 0)
    return [{ path: `${place}.guideId`, reason: 'unknown_reference', msg: error.message }];
  return error.details.map(({ path, reason, msg }) => ({ path: path.replace(/^body/, place), reason, msg }));
}
