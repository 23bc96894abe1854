/** Phone numbers in E.164 or in a country's national form (docs/architecture.md, "HTTP"). */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * The number in E.164, or undefined when it is not a phone number.
 * @param country where a number without `+` is dialled; ISO 3166-1 alpha-2.
 */
export function normalizePhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() ? number.number : undefined;
}
