/** Languages that guides speak: tags of BCP 47 whose parts are registered. Pure. */

/** Languages of signs (ISO 639-3) that guides work in, and Unicode's names lack. */
export const SIGN_LANGUAGES = [
  'aed',
  'ase',
  'asf',
  'asq',
  'bfi',
  'bzs',
  'csl',
  'dse',
  'fsl',
  'gsg',
  'ins',
  'ise',
  'isg',
  'jsl',
  'kvk',
  'mfs',
  'psr',
  'pso',
  'rsl',
  'sgg',
  'ssp',
  'ssr',
  'swl',
] as const;

/** Beside the two-letter codes: other languages of visitors. */
const MORE_LANGUAGES = [
  ...['ceb', 'ckb', 'fil', 'haw', 'hmn', 'yue', 'gsw', 'nan', 'ast'],
  ...['de-AT', 'de-CH', 'en-AU', 'en-GB', 'en-US', 'es-419', 'es-ES', 'es-MX', 'fr-CA', 'fr-FR', 'nl-BE'],
  ...['pt-BR', 'pt-PT', 'sr-Latn', 'zh-Hans', 'zh-Hant', 'zh-Hant-HK', 'ca-ES-valencia'],
];

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Codes that are languages for lists, and none that anybody speaks. */
const NOBODYS = new Set(['mul', 'zxx', 'und', 'root']);

const namesOf = (type: 'language' | 'script' | 'region') =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' });

/** Made once: making them costs a hundred times what asking them does, and a list of all languages asks two hundred times. */
const NAMES = { language: namesOf('language'), script: namesOf('script'), region: namesOf('region') };

/** True for a well-formed tag of BCP 47. */
export function isLanguageTag(text: string): boolean {
  return canonicalTag(text) !== undefined;
}

/** True for a tag of BCP 47 whose language, script and region are registered: `pt`, `zh-Hant-TW`, `bfi`, and not `Japanese`. */
export function isRegisteredLanguage(text: string): boolean {
  const tag = canonicalTag(text);
  if (tag === undefined) return false;
  const { language, script, region } = new Intl.Locale(tag);
  if (!language || NOBODYS.has(language)) return false;
  const isSpoken = (SIGN_LANGUAGES as readonly string[]).includes(language) || isNamed('language', language);
  return (
    isSpoken &&
    (script === undefined || isNamed('script', script)) &&
    (region === undefined || (region !== 'ZZ' && isNamed('region', region)))
  );
}

/** What is offered to choose from, by tag; others that are registered may be written by the API. */
export function offeredLanguages(): string[] {
  const two = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
  const own = two.filter((tag) => canonicalTag(tag) === tag && isRegisteredLanguage(tag));
  return [...own, ...MORE_LANGUAGES, ...SIGN_LANGUAGES];
}

/** As BCP 47 writes it: `zh-Hant` of `ZH-hant`. @returns undefined where it is not well-formed. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

function isNamed(type: keyof typeof NAMES, code: string): boolean {
  return NAMES[type].of(code) !== undefined;
}
