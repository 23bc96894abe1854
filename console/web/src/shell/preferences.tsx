/** Theme and language: kept in the browser, the language also in the person's account. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { LANGUAGES, type Language, localeOf } from '../texts/format.ts';
import { loadTexts, type Texts } from '../texts/index.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME_KEY = 'guidepost.theme';
const LANGUAGE_KEY = 'guidepost.language';

interface Preferences {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly language: Language;
  readonly setLanguage: (language: Language) => Promise<void>;
  readonly locale: string;
  readonly texts: Texts;
}

const PreferencesContext = createContext<Preferences | undefined>(undefined);

function kept<Value extends string>(key: string, values: readonly Value[]): Value | undefined {
  const value = localStorage.getItem(key);
  return values.find((one) => one === value);
}

/** The language chosen before, else the browser's, else English. */
export function firstLanguage(): Language {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  const known = spoken.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag));
  return kept(LANGUAGE_KEY, LANGUAGES) ?? known ?? 'en';
}

/** Puts the theme chosen before on the page; called before the first paint. */
export function applyTheme(theme: Theme = kept(THEME_KEY, THEMES) ?? 'system'): Theme {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  return theme;
}

interface Props {
  readonly first: { readonly language: Language; readonly texts: Texts };
  readonly children: ReactNode;
}

export function PreferencesProvider({ first, children }: Props) {
  const [theme, setTheme] = useState<Theme>(() => applyTheme());
  const [words, setWords] = useState(first);
  const preferences = useMemo<Preferences>(
    () => ({
      theme,
      setTheme: (chosen) => {
        localStorage.setItem(THEME_KEY, chosen);
        setTheme(applyTheme(chosen));
      },
      language: words.language,
      setLanguage: async (language) => {
        const texts = await loadTexts(language);
        localStorage.setItem(LANGUAGE_KEY, language);
        document.documentElement.lang = language;
        setWords({ language, texts });
      },
      locale: localeOf(words.language),
      texts: words.texts,
    }),
    [theme, words],
  );
  return (
    <PreferencesContext value={preferences}>
      <I18nProvider locale={preferences.locale}>{children}</I18nProvider>
    </PreferencesContext>
  );
}

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (!preferences) throw new Error('PreferencesProvider is missing');
  return preferences;
}

/** The console's words in the reader's language. */
export function useTexts(): Texts {
  return usePreferences().texts;
}

/** The locale for Intl. */
export function useLocaleTag(): string {
  return usePreferences().locale;
}
