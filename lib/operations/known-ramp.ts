import type { MikroORM } from '@mikro-orm/postgresql';
import { readRamp } from '../../db/queries/platform/ramp.ts';
import type { Ramp } from '../../domain/ramp.ts';
import { cached } from './cached.ts';

/**
 * The release that is tried beside the running one, as the database had it within the last seconds. Without an answer of the database
 * what was known stays: who begins an order or sends a command does not depend on it.
 */
export function createRampReader(orm: MikroORM): () => Promise<Ramp | undefined> {
  const read = cached(() => readRamp(orm.em.fork()));
  let last: Ramp | undefined;
  return async () => {
    try {
      last = await read();
    } catch {
      // As it was.
    }
    return last;
  };
}
