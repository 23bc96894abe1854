import type { HoldChange, HoldCreate, HoldFromQuote, HoldListQuery } from '../../contract/schemas/holds.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { changeHold } from './changing.ts';
import type { HoldServiceDeps } from './deps.ts';
import { endHold, extendHold } from './ending.ts';
import { type HoldTogetherWith, makeHold } from './making.ts';
import { findOwnHold, listHolds } from './reading.ts';
import { viewHold } from './view.ts';

export type HoldService = ReturnType<typeof createHoldService>;

/** What merchants can do with holds (docs/orders.md, "Holds"); each function is one endpoint. */
export function createHoldService(deps: HoldServiceDeps) {
  return {
    /** @param key `Idempotency-Key`. */
    hold: (
      merchant: CallingMerchant,
      request: HoldCreate | HoldFromQuote,
      key?: string,
      together?: HoldTogetherWith,
    ) => makeHold(deps, merchant, request, key, together),
    extend: (merchant: CallingMerchant, holdId: string, holdSeconds?: number) =>
      extendHold(deps, merchant, holdId, holdSeconds),
    change: (merchant: CallingMerchant, holdId: string, request: HoldChange) =>
      changeHold(deps, merchant, holdId, request),
    release: (merchant: CallingMerchant, holdId: string) => endHold(deps, merchant, holdId),
    detail: async (merchant: CallingMerchant, holdId: string) =>
      viewHold(await findOwnHold(deps.orm.em.fork(), merchant, holdId), timeFor(merchant, deps.now())),
    list: (merchant: CallingMerchant, query: HoldListQuery) =>
      listHolds(deps.orm.em.fork(), merchant, query, timeFor(merchant, deps.now())),
  };
}
