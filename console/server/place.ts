/** The second part of an address below a company: one of its two sides, and for whom it acts there. */
import { NoSuchPlace } from '../../services/accounts/refusals.ts';

export interface Side {
  readonly world: 'sandbox' | 'live';
  /** The key of the merchant that the company, a provider, acts for: `live~mk_lisbon`. Undefined: for itself. */
  readonly actingFor: string | undefined;
}

const SIDE = /^(sandbox|live)(?:~([\w.:-]{1,64}))?$/;

/** @param segment as the address has it, decoded. @throws NoSuchPlace */
export function sideOf(segment: string | undefined): Side {
  const [, world, actingFor] = SIDE.exec(segment ?? '') ?? [];
  if (world !== 'sandbox' && world !== 'live') throw new NoSuchPlace();
  return { world, actingFor };
}
