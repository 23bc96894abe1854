/** Bodies and answers of the accounts' routes (docs/console.md, "Accounts"). */
import { type Static, Type } from 'typebox';
import { Line, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { COMPANY_ROLES, LANGUAGES, OPERATOR_ROLES } from '../../../domain/console-roles.ts';
import { MERCHANT_KINDS, VERIFICATIONS } from '../../../domain/merchant.ts';

const closed = { additionalProperties: false } as const;

export const Email = Type.String({ format: 'email', maxLength: 254 });
/** Its rules: accounts/password-rules.ts. Here only what no password is. */
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const Name = Line(100);
const Language = oneOf(LANGUAGES);
/** The token of a mail's link. */
const Token = Type.String({ pattern: '^[\\w-]{43}$', maxLength: 43 });
const Moment = Type.String({ maxLength: 30 });
export const Role = oneOf(COMPANY_ROLES);

export const CompanyFacts = Type.Object(
  {
    name: Line(200),
    kind: oneOf(MERCHANT_KINDS),
    country: Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 }),
  },
  closed,
);
const account = { name: Name, language: Language, company: CompanyFacts };
export const RegisterBody = Type.Object({ email: Email, ...account }, closed);
export const TokenBody = Type.Object({ token: Token }, closed);
export const ConfirmBody = Type.Object({ token: Token, password: Password, ...account }, closed);
export const SignInBody = Type.Object({ email: Email, password: Password }, closed);
export const AskResetBody = Type.Object({ email: Email, language: Type.Optional(Language) }, closed);
export const ResetBody = Type.Object({ token: Token, password: Password }, closed);
export const InvitedBody = Type.Object(
  { token: Token, name: Name, language: Language, password: Password },
  closed,
);
export const FactorBody = Type.Object(
  {
    totp: Type.Optional(Type.String({ maxLength: 20 })),
    recoveryCode: Type.Optional(Type.String({ maxLength: 60 })),
    password: Type.Optional(Password),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
export const CodeBody = Type.Object({ code: Type.String({ maxLength: 20 }) }, closed);
export const ProfileBody = Type.Object({ name: Name, language: Language }, closed);
export const PasswordBody = Type.Object({ oldPassword: Password, newPassword: Password }, closed);
export const EmailBody = Type.Object({ email: Email }, closed);
export const NameBody = Type.Object({ name: Name }, closed);

/** What the browser's WebAuthn gave, as JSON; the library checks it as a whole. */
const Base64 = (maxLength: number) => Type.String({ maxLength, pattern: '^[\\w-]*=*$' });
const credential = {
  id: Base64(1_400),
  rawId: Base64(1_400),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
};
export const PasskeyAnswerBody = Type.Object(
  {
    response: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: Base64(4_000),
        authenticatorData: Base64(4_000),
        signature: Base64(4_000),
        userHandle: Type.Optional(nullable(Base64(200))),
      }),
    }),
  },
  closed,
);
export const NewPasskeyBody = Type.Object(
  {
    name: Name,
    response: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: Base64(4_000),
        attestationObject: Base64(20_000),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      }),
    }),
  },
  closed,
);

export const SessionParams = Type.Object({ sessionId: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 }) });
export const PasskeyParams = Type.Object({
  passkeyId: Type.String({ pattern: '^[\\w-]{22}$', maxLength: 22 }),
});

export const Nothing = Type.Object({});
export const Options = Type.Object({ options: Type.Object({}, { additionalProperties: true }) });
const NextStep = oneOf(['done', 'second_factor', 'set_up_factor']);
export const Ways = Type.Object({ oidc: Type.Boolean(), mail: Type.Boolean() });
export const RegistrationAnswer = Type.Object({
  email: Type.String(),
  name: Type.String(),
  language: Language,
  company: Type.Object({ name: Type.String(), kind: oneOf(MERCHANT_KINDS), country: Type.String() }),
});
export const EmailAnswer = Type.Object({ email: Type.String() });
export const CompanyAnswer = Type.Object({ companyId: Type.String() });
export const SignedInAnswer = Type.Object({
  next: NextStep,
  factors: Type.Object({ totp: Type.Boolean(), passkey: Type.Boolean(), recoveryCodes: Type.Boolean() }),
});
export const ShownAnswer = Type.Object({ next: NextStep, freshUntil: nullable(Moment) });
export const InvitationAnswer = Type.Object({
  company: Type.Object({ name: Type.String() }),
  email: Type.String(),
  role: Role,
  invitedBy: Type.String(),
  hasAccount: Type.Boolean(),
  needsSecondFactor: Type.Boolean(),
});
export const TotpAnswer = Type.Object({ secret: Type.String(), uri: Type.String() });
const RecoveryCodes = Type.Array(Type.String());
export const RecoveryCodesAnswer = Type.Object({ recoveryCodes: RecoveryCodes });
export const FirstRecoveryCodesAnswer = Type.Object({ recoveryCodes: nullable(RecoveryCodes) });
export const NewPasskeyAnswer = Type.Object({ id: Type.String(), recoveryCodes: nullable(RecoveryCodes) });
export const PasskeysAnswer = Type.Object({
  passkeys: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), createdAt: Moment, lastUsedAt: nullable(Moment) }),
  ),
});
export const EndedAnswer = Type.Object({ ended: Type.Integer() });
export const SessionsAnswer = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      isCurrent: Type.Boolean(),
      createdAt: Moment,
      lastSeenAt: Moment,
      expiresAt: Moment,
      address: Type.String(),
      userAgent: nullable(Type.String()),
      hasSecondFactor: Type.Boolean(),
    }),
  ),
});
export const MeAnswer = Type.Object({
  next: NextStep,
  /** Null until the second factor was shown. */
  person: nullable(
    Type.Object({
      id: Type.Integer(),
      email: Type.String(),
      name: Type.String(),
      language: Language,
      hasPassword: Type.Boolean(),
    }),
  ),
  factors: Type.Object({ totp: Type.Boolean(), passkeys: Type.Integer(), recoveryCodesLeft: Type.Integer() }),
  freshUntil: nullable(Moment),
  companies: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: oneOf(MERCHANT_KINDS),
      country: Type.String(),
      role: Role,
      sandboxKey: Type.String(),
      liveKey: nullable(Type.String()),
      /** The live merchant's verification; null: there is no live merchant. */
      verification: nullable(oneOf(VERIFICATIONS)),
      needsSecondFactor: Type.Boolean(),
      /** It demands a second factor that the person has not. */
      isLocked: Type.Boolean(),
      /** It is live, and the person has no second factor (plugins/access.ts). */
      isLiveLocked: Type.Boolean(),
      /** For a provider: the merchants that it acts for. */
      linked: Type.Array(
        Type.Object({
          merchantKey: Type.String(),
          name: Type.String(),
          kind: oneOf(MERCHANT_KINDS),
          sandbox: Type.Boolean(),
          scopes: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
  operatorRole: nullable(oneOf(OPERATOR_ROLES)),
});

/** For the pages. */
export type MeAnswer = Static<typeof MeAnswer>;
export type RegistrationAnswer = Static<typeof RegistrationAnswer>;
export type InvitationAnswer = Static<typeof InvitationAnswer>;
export type TotpAnswer = Static<typeof TotpAnswer>;
export type PasskeysAnswer = Static<typeof PasskeysAnswer>;
export type SessionsAnswer = Static<typeof SessionsAnswer>;
