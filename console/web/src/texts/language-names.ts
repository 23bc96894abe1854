/** Languages by their names in the reader's language: Intl's, and of signs our own. */
import type { SIGN_LANGUAGES } from '../../../../domain/languages.ts';
import type { Language } from './format.ts';

type SignLanguage = (typeof SIGN_LANGUAGES)[number];

const SIGNS: Readonly<Record<SignLanguage, Readonly<Record<Language, string>>>> = {
  aed: { en: 'Argentine Sign Language', es: 'lengua de señas argentina' },
  ase: { en: 'American Sign Language', es: 'lengua de signos americana' },
  asf: { en: 'Australian Sign Language (Auslan)', es: 'lengua de signos australiana (Auslan)' },
  asq: { en: 'Austrian Sign Language', es: 'lengua de signos austriaca' },
  bfi: { en: 'British Sign Language', es: 'lengua de signos británica' },
  bzs: { en: 'Brazilian Sign Language (Libras)', es: 'lengua de señas brasileña (Libras)' },
  csl: { en: 'Chinese Sign Language', es: 'lengua de signos china' },
  dse: { en: 'Dutch Sign Language', es: 'lengua de signos neerlandesa' },
  fsl: { en: 'French Sign Language', es: 'lengua de signos francesa' },
  gsg: { en: 'German Sign Language', es: 'lengua de signos alemana' },
  ins: { en: 'Indian Sign Language', es: 'lengua de signos india' },
  ise: { en: 'Italian Sign Language', es: 'lengua de signos italiana' },
  isg: { en: 'Irish Sign Language', es: 'lengua de signos irlandesa' },
  jsl: { en: 'Japanese Sign Language', es: 'lengua de signos japonesa' },
  kvk: { en: 'Korean Sign Language', es: 'lengua de signos coreana' },
  mfs: { en: 'Mexican Sign Language', es: 'lengua de señas mexicana' },
  psr: { en: 'Portuguese Sign Language', es: 'lengua de signos portuguesa' },
  pso: { en: 'Polish Sign Language', es: 'lengua de signos polaca' },
  rsl: { en: 'Russian Sign Language', es: 'lengua de signos rusa' },
  sgg: { en: 'Swiss-German Sign Language', es: 'lengua de signos suizo-alemana' },
  ssp: { en: 'Spanish Sign Language', es: 'lengua de signos española' },
  ssr: { en: 'Swiss-French Sign Language', es: 'lengua de signos suizo-francesa' },
  swl: { en: 'Swedish Sign Language', es: 'lengua de signos sueca' },
};

/** A language by its name in the reader's language; what has none, as it is written. */
export function languageName(tag: string, locale: string): string {
  const signs: Readonly<Record<string, Readonly<Record<Language, string>>>> = SIGNS;
  const own = signs[tag]?.[locale.slice(0, 2) as Language];
  if (own !== undefined) return own;
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
