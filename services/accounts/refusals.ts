import { InvalidParameter, PlatformError } from '../../domain/errors.ts';

/** 40102: that address and that password don't belong together; the answer does not say which of them is wrong. */
export class WrongCredentials extends PlatformError {
  constructor() {
    super('clientInvalid', 'the e-mail address or the password is wrong', {
      data: { reason: 'wrong_credentials' },
    });
  }
}

/** 40102: a code, a passkey or the password again; the session stays. */
export class WrongFactor extends PlatformError {
  constructor(msg = 'that is not right', cause?: unknown) {
    super('clientInvalid', msg, { data: { reason: 'wrong_factor' }, cause });
  }
}

/** 40001: the link of a mail does not work, or not any more. */
export class LinkEnded extends InvalidParameter {
  /** @param path of its token in the request. */
  constructor(path: 'body.token' | 'path.token' = 'body.token') {
    super([{ path, reason: 'already_used', msg: 'the link was used, or has ended' }]);
  }
}

export type AccountConflict =
  | 'totp_is_set_up'
  | 'totp_not_begun'
  | 'no_factor'
  | 'other_address'
  | 'other_person'
  | 'already_member'
  | 'last_owner'
  | 'role_too_high'
  | 'too_many';

/** 40006: the request is not possible in the present state; `data.reason` says why. */
export class AccountRefuses extends PlatformError {
  constructor(reason: AccountConflict, msg: string) {
    super('merchantKindForbidden', msg, { data: { reason } });
  }
}

/** 40006: the person's role has not that action. */
export class RoleForbids extends PlatformError {
  constructor(action: string) {
    super('merchantKindForbidden', 'your role may not do that', { data: { reason: 'role_forbids', action } });
  }
}

/** 40006: operators belong to no company, and people of a company are no operators: each needs its own account. */
export class OperatorHasCompany extends PlatformError {
  constructor(options: ErrorOptions = {}) {
    super('merchantKindForbidden', 'an operator works for no company: use another account for it', {
      data: { reason: 'operator_has_company' },
      ...options,
    });
  }
}

/** 40400: no such company, or none of theirs: nobody learns which exist. */
export class NoSuchPlace extends PlatformError {
  constructor() {
    super('endpointNotFound');
  }
}
