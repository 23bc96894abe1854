/** What is wrong with a field: in the page's language, and without moving what somebody is pressing. */
import { useContext } from 'react';
import { FieldErrorContext, Text, type ValidationResult } from 'react-aria-components';
import { useTexts } from '../shell/preferences.tsx';
import type { Texts } from '../texts/index.ts';
import { useHeldWhilePressed } from './press.ts';

/** Replaces react-aria's own, which shows the browser's words and disappears in the middle of a click. */
export function FieldError() {
  const texts = useTexts();
  const validation = useContext(FieldErrorContext);
  const text = useHeldWhilePressed(validation?.isInvalid ? sentenceOfValidity(validation, texts) : '');
  if (text === '') return null;
  return (
    <Text slot="errorMessage" className="field-error">
      {text}
    </Text>
  );
}

/** Browsers, and react-aria for dates, speak the browser's language: only what is our own is said as it came. */
function sentenceOfValidity(
  { validationDetails: is, validationErrors }: ValidationResult,
  texts: Texts,
): string {
  const { reasons } = texts.frame;
  const own = validationErrors.join(' ');
  if (is.customError && own !== '') return own;
  if (is.valueMissing) return reasons.missing ?? own;
  if (is.tooShort) return reasons.too_short ?? own;
  if (is.tooLong) return reasons.too_long ?? own;
  if (is.rangeUnderflow || is.rangeOverflow) return reasons.out_of_range ?? own;
  return reasons.wrong_format ?? own;
}
