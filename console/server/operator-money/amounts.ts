import { invalidParameter } from '../../../domain/errors.ts';
import { asCurrency, isCurrency, parseMinor } from '../../../domain/money.ts';

/** An amount as it was typed, `-12.50`, in minor units and not zero. @throws InvalidParameter */
export function minorUnits(typed: string, code: string): number {
  const currency = asCurrency(code);
  if (!isCurrency(currency))
    throw invalidParameter('body.currency', 'not_a_currency', 'must be a currency of ISO 4217');
  const minor = parseMinor(typed.trim(), currency);
  if (minor === undefined)
    throw invalidParameter('body.amount', 'wrong_format', `must be an amount in ${currency}, such as 12.50`);
  if (minor === 0) throw invalidParameter('body.amount', 'too_small', 'must not be zero');
  return minor;
}
