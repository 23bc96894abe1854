/** Numbers, plurals and dates in the reader's language, by Intl. */
import type { Language } from '../../../../domain/console-roles.ts';

export { LANGUAGES, type Language } from '../../../../domain/console-roles.ts';

/** The country whose formats a language uses if the browser names none: in Europe days before months, weeks from Monday. */
const LOCALE_OF: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', ja: 'ja-JP' };

/** The locale for Intl: the language with the reader's own country, as the browser has it. In New York the month comes first. */
export function localeOf(language: Language, spoken: readonly string[] = navigator.languages): string {
  const own = spoken.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  return own !== undefined && isLocale(own) ? own : LOCALE_OF[language];
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

type Forms = { readonly one: string; readonly other: string };

/** The form for a count, with `#` replaced by it: `plural('en', 3, { one: '# order', other: '# orders' })`. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', new Intl.NumberFormat(localeOf(language)).format(count));
}
