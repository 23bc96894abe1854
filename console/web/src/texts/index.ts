/** All words of the console, by language; English decides what there is. */

import type { Texts } from './en/index.ts';
import type { Language } from './format.ts';

export type { Texts } from './en/index.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  en: () => import('./en/index.ts'),
  es: () => import('./es/index.ts'),
  ja: () => import('./ja/index.ts'),
};

/** The words of one language, fetched when it is first wanted. */
export async function loadTexts(language: Language): Promise<Texts> {
  return (await LOADERS[language]()).texts;
}
