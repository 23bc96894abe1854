import type { EntityManager } from '@mikro-orm/postgresql';
import type { Settlement } from '../../db/entities/index.ts';
import { type StatementLine, selectLines } from '../../db/queries/money/statement-lines.ts';

const BATCH = 1_000;

/** All lines of a statement, read in batches: a long one never is in memory as a whole. */
export async function* allLines(em: EntityManager, settlement: Settlement): AsyncGenerator<StatementLine> {
  for (let after = 0; ; ) {
    const lines = await selectLines(em, settlement, after, BATCH);
    yield* lines;
    const last = lines.at(-1);
    if (!last || lines.length < BATCH) return;
    after = last.entryId;
  }
}
