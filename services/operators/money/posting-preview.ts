import { CorrectionRefused } from '../../../db/queries/money/corrections.ts';
import { type ManualPosting, selectPosting } from '../../../db/queries/money/manual-postings.ts';
import {
  createLedgerOperations,
  type LedgerOperations,
  type OperationsDeps,
  type Posted,
} from './postings.ts';

/** Carries what was found out of a transaction that is taken back. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
  readonly posting: ManualPosting | undefined;

  constructor(posting: ManualPosting | undefined) {
    super('a preview leaves nothing');
    this.posting = posting;
  }
}

/**
 * What a correction would post: it is posted, read, and taken back, all in one transaction. So a preview can't say anything else
 * than what then happens.
 * @throws CorrectionRefused as the correction itself would be.
 */
export async function previewPosting(
  deps: OperationsDeps,
  correct: (operations: LedgerOperations) => Promise<Posted>,
): Promise<ManualPosting> {
  try {
    return await deps.orm.em.fork().transactional(async (em) => {
      const { postingId, isNew } = await correct(createLedgerOperations(deps, (work) => work(em)));
      if (!isNew) throw new CorrectionRefused(`it was posted before as ${postingId}`);
      throw new TakenBack(await selectPosting(em, postingId));
    });
  } catch (error) {
    if (error instanceof TakenBack && error.posting !== undefined) return error.posting;
    throw error;
  }
}
