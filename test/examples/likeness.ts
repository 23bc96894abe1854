/**
 * The scenario's made-up values in place of those of a real platform, and back: so that two recordings are the same.
 *
 * - Ids, secrets and addresses are told (`know`) by whoever meets them; other long ids and secrets are counted.
 * - Days, and instants of whole hours, are as far from the scenario's day as from the day of the run.
 * - Other instants come about while it runs: they are moved by the same distance, and cut to a quarter of an hour.
 */
import { NOW, TODAY } from './scenario/names.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CUT_MS = 900_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const HTTP_DATE = / GMT$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Those with a clock's digits or random ones in them; the others are the same on every fresh platform. */
const LONG_ID = /(?<=\b[A-Z]{2,3})\d{9,}/g;

/** Values that are never the same, by the name of their member. */
const MADE_UP: Readonly<Record<string, unknown>> = {
  access_token: 'eyJhbGciOiJFZERTQSJ9.made-up.token',
  clientSecret: 'sk_another-made-up-for-this-example',
  secret: 'whsec_bWFkZS11cC1mb3ItdGhpcy1leGFtcGxl',
  secretHint: 'whsec_bWFk…',
  publicKey: 'whpk_bWFkZS11cC1mb3ItdGhpcy1leGFtcGxlLW9ubHk=',
  x: 'bWFkZS11cC1mb3ItdGhpcy1leGFtcGxlLW9ubHktMDA',
  kid: 'made-up-key',
  nextCursor: 'bWFkZS11cC1jdXJzb3I',
  durationMs: 42,
  // The answer to an advance waits for them, but not for ever.
  ordersBehind: 0,
  'webhook-signature': 'v1,bWFkZS11cC1mb3ItdGhpcy1leGFtcGxlLW9ubHktMDA=',
  'webhook-timestamp': String(Date.parse(NOW) / 1_000),
  // Months are not all of one length: that of the scenario's day, and its end.
  month: '2027-04',
  closedUntil: '2027-05-01T00:00:00.000Z',
};

export interface Likeness {
  /** From now on the one stands for the other. Strings that are more than that are looked through for it. */
  know(madeUp: string, real: string): void;
  toReal<Value>(value: Value): Value;
  toMadeUp<Value>(value: Value): Value;
  /** The text of a sample, with real values. */
  textToReal(text: string): string;
}

/** @param begun when the platform was made: nothing on it is older */
export function createLikeness(begun: Date): Likeness {
  const known = new Map<string, string>();
  const distance = Date.parse(TODAY) - Math.floor(begun.getTime() / DAY_MS) * DAY_MS;
  let counted = 0;

  const moveDay = (day: string, by: number) => new Date(Date.parse(day) + by).toISOString().slice(0, 10);
  function instantToMadeUp(text: string): string {
    const at = Date.parse(text);
    if (at % HOUR_MS === 0) return new Date(at + distance).toISOString();
    const since = Math.floor((at - begun.getTime()) / CUT_MS) * CUT_MS;
    return new Date(Date.parse(NOW) + since).toISOString();
  }
  function idToMadeUp(digits: string): string {
    if (known.has(digits)) return digits;
    const found = [...known].find(([, real]) => real === digits)?.[0];
    if (found !== undefined) return found;
    counted += 1;
    const madeUp = `18069174000000001${String(counted).padStart(2, '0')}`;
    known.set(madeUp, digits);
    return madeUp;
  }
  function stringToMadeUp(text: string): string {
    if (DAY.test(text)) return moveDay(text, distance);
    if (INSTANT.test(text)) return instantToMadeUp(text);
    if (HTTP_DATE.test(text)) return new Date(NOW).toUTCString();
    if (text.startsWith('{')) return JSON.stringify(toMadeUp(JSON.parse(text)));
    const notified = [...known].reduce((changed, [madeUp, real]) => changed.replaceAll(real, madeUp), text);
    return notified.replace(LONG_ID, idToMadeUp);
  }
  function toMadeUp<Value>(value: Value): Value {
    return mapStrings(value, stringToMadeUp, (name, member) =>
      name in MADE_UP && member !== null ? MADE_UP[name] : member,
    );
  }
  function textToReal(text: string): string {
    const notified = [...known].reduce((changed, [madeUp, real]) => changed.replaceAll(madeUp, real), text);
    return notified.replace(/(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g, (day) => moveDay(day, -distance));
  }
  return {
    know(madeUp, real) {
      if (madeUp === real) return;
      const [fake, digits, rest] = partsOf(madeUp);
      const [given, realDigits, realRest] = partsOf(real);
      if (rest !== realRest || madeUp.length < 5) {
        throw new Error(`the scenario calls ${madeUp} what is ${real} on a fresh platform`);
      }
      known.set(digits ?? fake, realDigits ?? given);
    },
    toReal: (value) => mapStrings(value, textToReal, (_, member) => member),
    toMadeUp,
    textToReal,
  };
}

/** Of a long id its digits, which others have too, and what is behind them. */
function partsOf(text: string): readonly [string, string | undefined, string | undefined] {
  const [, digits, rest] = /^[A-Z]{2,3}(\d{9,})(.*)$/.exec(text) ?? [];
  return [text, digits, rest];
}

type Replace = (name: string, member: unknown) => unknown;

/** The same value with every string changed, after `replace` has had a look at the members. */
function mapStrings<Value>(value: Value, change: (text: string) => string, replace: Replace): Value {
  const map = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one);
    if (Array.isArray(one)) return one.map(map);
    if (typeof one !== 'object' || one === null) return one;
    const members = Object.entries(one).map(([name, member]) => {
      const replaced = replace(name, member);
      return [name, replaced === member ? map(member) : replaced];
    });
    return Object.fromEntries(members);
  };
  return map(value) as Value;
}
