import { InvalidArgumentError, Option } from 'commander';
import { MERCHANT_KINDS } from '../domain/merchant.ts';
import { parseScope, READ_ONLY_SCOPES, SCOPES, type Scope } from '../domain/scope.ts';

/** `--scopes`: names separated by commas or spaces, or `read-only`. */
export function scopes(text: string): Scope[] {
  if (text === 'read-only') return [...READ_ONLY_SCOPES];
  const parsed = parseScope(text.replaceAll(',', ' '));
  if (parsed === undefined || parsed.length === 0) {
    throw new InvalidArgumentError(`Choose from ${SCOPES.join(', ')}, or say read-only.`);
  }
  return parsed;
}

/** ISO 3166-1 alpha-2. */
export function country(text: string): string {
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new InvalidArgumentError('Two capital letters (ISO 3166-1), such as PT.');
}

/** A whole number from 0 to `max`. */
export function wholeNumber(max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (text !== '' && Number.isInteger(value) && value >= 0 && value <= max) return value;
    throw new InvalidArgumentError(`A whole number from 0 to ${max}.`);
  };
}

export const kindOption = new Option('--kind <kind>', 'what it does')
  .choices([...MERCHANT_KINDS])
  .makeOptionMandatory();
