/** Numbers, plurals and dates in the reader's language, by Intl. */
import type { Language } from '../../../../domain/console-roles.ts';

export { LANGUAGES, type Language } from '../../../../domain/console-roles.ts';

/** Which country's habits a language has here: days before months, weeks from Monday. */
export const LOCALE_OF: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES' };

type Forms = { readonly one: string; readonly other: string };

/** The form for a count, with `#` replaced by it: `plural('en', 3, { one: '# order', other: '# orders' })`. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', new Intl.NumberFormat(LOCALE_OF[language]).format(count));
}
