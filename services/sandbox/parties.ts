import { MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { MerchantDirectory } from '../merchants.ts';

/** A merchant that every sandbox has, as one who calls. @throws MerchantKindForbidden on a platform without a sandbox */
export async function partyOf(
  merchants: Pick<MerchantDirectory, 'find'>,
  merchantKey: string,
): Promise<CallingMerchant> {
  const found = await merchants.find(merchantKey);
  if (!found?.sandbox) throw new MerchantKindForbidden(`this platform has no ${merchantKey}`);
  const { key, kind, status, country, sandbox, clockAheadMs } = found;
  return { key, kind, status, country, sandbox, clockAheadMs };
}
