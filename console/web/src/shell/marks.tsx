/** The name, and the choice of language. */
import { LANGUAGES, type Language } from '../texts/format.ts';
import { usePreferences, useTexts } from './preferences.tsx';

/** A post with two signs. */
export function Logo() {
  const texts = useTexts();
  return (
    <span className="logo">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d="M12 2v20" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        <path d="M12 4h7l2.5 2.5L19 9h-7Z" fill="currentColor" />
        <path d="M12 11H5.5L3 13.5 5.5 16H12Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <span>{texts.frame.product}</span>
    </span>
  );
}

/** Each language by its own name; a plain select, for it is used once. */
export function LanguageChoice() {
  const { language, setLanguage, texts } = usePreferences();
  const words = texts.frame.language;
  return (
    <label className="language-choice">
      <span className="hidden">{words.label}</span>
      <select value={language} onChange={(event) => void setLanguage(event.target.value as Language)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
