import type { MikroORM } from '@mikro-orm/postgresql';
import { RequestNonce } from '../../db/entities/index.ts';

export interface Nonces {
  /** Takes the nonce; false when it was taken before, by whatever process. */
  take(merchantKey: string, nonce: string, until: Date): Promise<boolean>;
  isTaken(merchantKey: string, nonce: string): Promise<boolean>;
}

/** Used nonces, in the database: all processes share it, and a crash forgets none. Housekeeping removes old ones. */
export function createNonces(orm: MikroORM): Nonces {
  return {
    async take(merchantKey, nonce, until) {
      const rows = await orm.em
        .fork()
        .execute<unknown[]>(
          'insert into request_nonce (merchant_key, nonce, expires_at) values (?, ?, ?) on conflict do nothing returning 1',
          [merchantKey, nonce, until],
        );
      return rows.length === 1;
    },
    async isTaken(merchantKey, nonce) {
      return (await orm.em.fork().count(RequestNonce, { merchantKey, nonce })) === 1;
    },
  };
}
