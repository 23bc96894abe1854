import { defineEntity, p } from '@mikro-orm/core';

const SIGN_IN_CEREMONY_PURPOSES = ['passkey_sign_in', 'passkey_show', 'passkey_add', 'oidc'] as const;
export type SignInCeremonyPurpose = (typeof SIGN_IN_CEREMONY_PURPOSES)[number];

/** A question whose answer is expected: a challenge of WebAuthn, the state of OpenID Connect. Deleted with its answer. */
const SignInCeremonySchema = defineEntity({
  name: 'SignInCeremony',
  tableName: 'sign_in_ceremony',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    /** SHA-256 of the challenge or state. */
    questionHash: p.character().length(64).primary().hidden(),
    purpose: p.enum(SIGN_IN_CEREMONY_PURPOSES),
    /** The person who was asked; no foreign key, since it lives for minutes. */
    sessionId: p.bigint('number').nullable(),
    /** For OpenID Connect: nonce and PKCE verifier, encrypted. */
    details: p.text().nullable().hidden(),
    expiresAt: p.datetime(),
  },
});

export class SignInCeremony extends SignInCeremonySchema.class {}
SignInCeremonySchema.setClass(SignInCeremony);
