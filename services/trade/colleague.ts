import type { CompanyRole } from '../../domain/console-roles.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';

/** Somebody at the console, for one of their company's own merchants. */
export interface Colleague {
  readonly merchant: CallingMerchant;
  readonly companyId: string;
  readonly personId: number;
  readonly role: CompanyRole;
}

/** Whether a provider asks for a merchant that linked it: what a company's people keep among themselves is not shown then. */
export function isOutsider({ via }: CallingMerchant): boolean {
  return via?.actingKey !== undefined;
}
