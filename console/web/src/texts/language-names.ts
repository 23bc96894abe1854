/** Languages by their names in the reader's language: Intl's, and of signs our own. */
import type { SIGN_LANGUAGES } from '../../../../domain/languages.ts';
import type { Language } from './format.ts';
import { displayNames } from './format.ts';

type SignLanguage = (typeof SIGN_LANGUAGES)[number];

const SIGNS: Readonly<Record<SignLanguage, Readonly<Record<Language, string>>>> = {
  aed: { en: 'Argentine Sign Language', es: 'lengua de señas argentina', ja: 'アルゼンチン手話' },
  ase: { en: 'American Sign Language', es: 'lengua de signos americana', ja: 'アメリカ手話' },
  asf: {
    en: 'Australian Sign Language (Auslan)',
    es: 'lengua de signos australiana (Auslan)',
    ja: 'オーストラリア手話（Auslan）',
  },
  asq: { en: 'Austrian Sign Language', es: 'lengua de signos austriaca', ja: 'オーストリア手話' },
  bfi: { en: 'British Sign Language', es: 'lengua de signos británica', ja: 'イギリス手話' },
  bzs: {
    en: 'Brazilian Sign Language (Libras)',
    es: 'lengua de señas brasileña (Libras)',
    ja: 'ブラジル手話（Libras）',
  },
  csl: { en: 'Chinese Sign Language', es: 'lengua de signos china', ja: '中国手話' },
  dse: { en: 'Dutch Sign Language', es: 'lengua de signos neerlandesa', ja: 'オランダ手話' },
  fsl: { en: 'French Sign Language', es: 'lengua de signos francesa', ja: 'フランス手話' },
  gsg: { en: 'German Sign Language', es: 'lengua de signos alemana', ja: 'ドイツ手話' },
  ins: { en: 'Indian Sign Language', es: 'lengua de signos india', ja: 'インド手話' },
  ise: { en: 'Italian Sign Language', es: 'lengua de signos italiana', ja: 'イタリア手話' },
  isg: { en: 'Irish Sign Language', es: 'lengua de signos irlandesa', ja: 'アイルランド手話' },
  jsl: { en: 'Japanese Sign Language', es: 'lengua de signos japonesa', ja: '日本手話' },
  kvk: { en: 'Korean Sign Language', es: 'lengua de signos coreana', ja: '韓国手話' },
  mfs: { en: 'Mexican Sign Language', es: 'lengua de señas mexicana', ja: 'メキシコ手話' },
  psr: { en: 'Portuguese Sign Language', es: 'lengua de signos portuguesa', ja: 'ポルトガル手話' },
  pso: { en: 'Polish Sign Language', es: 'lengua de signos polaca', ja: 'ポーランド手話' },
  rsl: { en: 'Russian Sign Language', es: 'lengua de signos rusa', ja: 'ロシア手話' },
  sgg: { en: 'Swiss-German Sign Language', es: 'lengua de signos suizo-alemana', ja: 'スイスドイツ手話' },
  ssp: { en: 'Spanish Sign Language', es: 'lengua de signos española', ja: 'スペイン手話' },
  ssr: { en: 'Swiss-French Sign Language', es: 'lengua de signos suizo-francesa', ja: 'スイスフランス手話' },
  swl: { en: 'Swedish Sign Language', es: 'lengua de signos sueca', ja: 'スウェーデン手話' },
};

/** A language by its name in the reader's language; what has none, as it is written. */
export function languageName(tag: string, locale: string): string {
  const signs: Readonly<Record<string, Readonly<Record<Language, string>>>> = SIGNS;
  const own = signs[tag]?.[locale.slice(0, 2) as Language];
  if (own !== undefined) return own;
  try {
    return displayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
