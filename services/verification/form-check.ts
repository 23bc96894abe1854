import { isSupportedCountry } from 'libphonenumber-js/max';
import { IsEmail } from 'typebox/format';
import { detail, type ErrorDetail } from '../../domain/errors.ts';
import { normalizePhone } from '../../domain/phone.ts';
import { FORM_FIELDS, OPTIONAL_FIELDS, type VerificationForm } from '../../domain/verification.ts';

/** A number that registers give: letters and digits of any script with the marks between them. */
const NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./&-]*$/u;

/**
 * What keeps a form from being sent; a draft may have any of it. Country: ISO 3166-1, one that has phone numbers; phone:
 * libphonenumber, in that country's national form or with `+`.
 */
export function formFaults(form: VerificationForm): ErrorDetail[] {
  return FORM_FIELDS.flatMap((field) => {
    const text = form[field].trim();
    if (text !== '') return faultOf(field, text, form) ?? [];
    return OPTIONAL_FIELDS.includes(field) ? [] : detail(`body.form.${field}`, 'missing', 'is missing');
  });
}

function faultOf(
  field: (typeof FORM_FIELDS)[number],
  text: string,
  { country }: VerificationForm,
): ErrorDetail | undefined {
  const path = `body.form.${field}`;
  switch (field) {
    case 'country':
      return isSupportedCountry(text)
        ? undefined
        : detail(path, 'not_one_of', 'must be two capital letters of ISO 3166-1, such as PT');
    case 'registrationNumber':
    case 'taxId':
      return NUMBER.test(text)
        ? undefined
        : detail(path, 'wrong_format', 'must be letters, digits and the marks between them');
    case 'contactEmail':
      return IsEmail(text) ? undefined : detail(path, 'wrong_format', 'must be an e-mail address');
    case 'contactPhone':
      return normalizePhone(text, country) === undefined
        ? detail(path, 'not_a_phone_number', 'must be a phone number of that country, or with + and its code')
        : undefined;
    default:
      return undefined;
  }
}
