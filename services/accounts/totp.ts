import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Guidepost';
const PERIOD_SECONDS = 30;
/** Clocks of phones are off by a step now and then (RFC 6238 §5.2). */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 20;

/** A new secret in base32 (RFC 6238: 160 bits, SHA-1, 6 digits, 30 s: what every authenticator app reads). */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the app scans. @param email names the account in the app. */
export function totpUri(secret: string, email: string): string {
  return generator(secret, email).toString();
}

/**
 * The step that a code is of, or undefined where it is wrong.
 * @param lastStep of the code that was taken before: that one, and older ones, are never taken again.
 */
export function totpStepOf(
  { secret, lastStep }: { readonly secret: string; readonly lastStep: number | null },
  code: string,
  now: Date,
): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = generator(secret).validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}

function generator(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS });
}
