import { InvalidArgumentError, Option } from 'commander';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { IsEmail } from 'typebox/format';
import { MERCHANT_KINDS } from '../domain/merchant.ts';
import { parseScope, READ_ONLY_SCOPES, SCOPES, type Scope } from '../domain/scope.ts';
import { parseWhole } from '../domain/whole-number.ts';

/** `--scopes`: names separated by commas or spaces, or `read-only`. */
export function scopes(text: string): Scope[] {
  if (text === 'read-only') return [...READ_ONLY_SCOPES];
  const parsed = parseScope(text.replaceAll(',', ' '));
  if (parsed === undefined || parsed.length === 0) {
    throw new InvalidArgumentError(`Choose from ${SCOPES.join(', ')}, or say read-only.`);
  }
  return parsed;
}

export const SCOPES_HELP = `separated by commas: ${SCOPES.join(', ')}; or read-only`;

/** Arguments, as `help` shows them. */
export const MERCHANT = ['<merchant>', 'its key, such as mk_live_…'] as const;
const SPAN_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time that may be so long ago: by the platform's clock. */
export type Since = (now: Date) => Date;

/** `--since`: so long ago (`30m`, `2h`, `3d`), or an instant. */
export function since(text: string): Since {
  const [, count, unit] = /^([0-9]{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) {
    const ms = Number(count) * SPAN_MS[unit as keyof typeof SPAN_MS];
    return (now) => new Date(now.getTime() - ms);
  }
  const at = new Date(/^[0-9]{4}-/.test(text) ? text : Number.NaN);
  if (!Number.isNaN(at.getTime()) && at.getFullYear() < 10_000) return () => at;
  throw new InvalidArgumentError(
    'So long ago, such as 30m, 2h or 3d, or an instant, such as 2027-03-01T08:00:00Z.',
  );
}

/** A filter of lists. */
export const MERCHANT_OPTION = ['--merchant <merchant>', "this merchant's only"] as const;
export const PROVIDER = ['<provider>', "the provider's merchant key"] as const;

/** ISO 3166-1 alpha-2, of a country that has phone numbers: the merchant's are read as such. */
export function country(text: string): string {
  if (isSupportedCountry(text)) return text;
  throw new InvalidArgumentError('Two capital letters (ISO 3166-1), such as PT.');
}

/** Something that is written down: 1 to `max` characters on one line. */
export function words(max: number) {
  return (text: string): string => {
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed.length <= max && !/\p{Cc}/u.test(trimmed)) return trimmed;
    throw new InvalidArgumentError(`Text of 1 to ${max} characters, on one line.`);
  };
}

/** An address that mails can be sent to (RFC 5321: at most 254 characters). */
export function email(text: string): string {
  if (text.length <= 254 && IsEmail(text)) return text;
  throw new InvalidArgumentError('An e-mail address, such as ops@example.com.');
}

/** The number of an app_secret, as `credentials` lists it. */
export function credentialId(text: string): string {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return text;
  throw new InvalidArgumentError('A number, as "credentials" lists it.');
}

/** A whole number from 0 to `max`. */
export function wholeNumber(max: number) {
  return (text: string): number => {
    const value = parseWhole(text);
    if (value !== undefined && value <= max) return value;
    throw new InvalidArgumentError(`A whole number from 0 to ${max}.`);
  };
}

export const kindOption = new Option('--kind <kind>', 'what it does (required)')
  .choices([...MERCHANT_KINDS])
  .makeOptionMandatory();
