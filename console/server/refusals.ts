import { PlatformError } from '../../domain/errors.ts';

/** 40101: nobody is signed in, or not any more. */
export class NotSignedIn extends PlatformError {
  constructor() {
    super('tokenInvalid', 'sign in first', { data: { reason: 'not_signed_in' } });
  }
}

/** How a person can show who they are once more. */
export type FactorKind = 'totp' | 'passkey' | 'recovery_code' | 'password';

/** 40006: the second factor has to be shown, or shown again. @param can by which means; none: one has to be set up first. */
export class SecondFactorNeeded extends PlatformError {
  constructor(can: readonly FactorKind[]) {
    const isSetUp = can.length > 0;
    const msg = isSetUp ? 'show your second factor' : 'set up a second factor first';
    const reason = isSetUp ? 'second_factor_needed' : 'second_factor_missing';
    super('merchantKindForbidden', msg, { data: { reason, can } });
  }
}

/** 40006: a page of another site asked, or the request does not say which did. */
export class CrossSite extends PlatformError {
  constructor() {
    super('merchantKindForbidden', 'requests come from the console itself', {
      data: { reason: 'cross_site' },
    });
  }
}

/** 40006: in that environment there is no merchant that may act: not approved yet, suspended. */
export class MerchantUnavailable extends PlatformError {
  constructor(reason: 'not_live_yet' | 'suspended') {
    const msg = reason === 'suspended' ? 'the merchant is suspended' : 'the company is not verified yet';
    super('merchantKindForbidden', msg, { data: { reason } });
  }
}
