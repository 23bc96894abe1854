/**
 * Enterprise verification (specification, "Authentication": keys are issued "after registration and enterprise
 * verification"): what a company sends, and what an operator may say of it. Pure, so that the console's pages use it too.
 */

/** A draft may be changed, and what was sent may not; the last three are for good. */
export const SUBMISSION_STATES = ['draft', 'submitted', 'approved', 'refused', 'withdrawn'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

export const FORM_FIELDS = [
  'legalName',
  'registrationNumber',
  'country',
  'taxId',
  'street',
  'postalCode',
  'city',
  'contactName',
  'contactEmail',
  'contactPhone',
] as const;
export type FormField = (typeof FORM_FIELDS)[number];
/** Text as it was typed; empty where nothing was. */
export type VerificationForm = Readonly<Record<FormField, string>>;

/** Longest text of each field, in characters. */
export const FORM_LIMITS: Readonly<Record<FormField, number>> = {
  legalName: 200,
  registrationNumber: 60,
  country: 2,
  taxId: 40,
  street: 200,
  postalCode: 20,
  city: 100,
  contactName: 100,
  contactEmail: 254,
  contactPhone: 30,
};

/** Some countries have no postal codes. */
export const OPTIONAL_FIELDS: readonly FormField[] = ['postalCode'];

export const EMPTY_FORM = Object.fromEntries(FORM_FIELDS.map((field) => [field, ''])) as Record<
  FormField,
  string
>;

/** What an operator may refuse: a field, or the documents. */
export const REASON_FIELDS = [...FORM_FIELDS, 'documents'] as const;
export type ReasonField = (typeof REASON_FIELDS)[number];
/** The operator's words of what is wrong with each. */
export type RefusedFields = Readonly<Partial<Record<ReasonField, string>>>;

/** Longest words of an operator, for a field and for all. */
export const MAX_REASON = 500;

export const DOCUMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
export const MAX_DOCUMENTS = 10;
/** Bytes that are encrypted together: 80 pieces of the largest document. */
export const DOCUMENT_PART_BYTES = 128 * 1024;
/** Longest file name that is kept, in characters. */
const MAX_FILE_NAME = 120;

const ENDINGS: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/**
 * A file's name as people and their systems can show and store it: its last part, without controls, marks that turn text
 * around, and what a path or a shell reads; its ending says what the file is, whatever it was called.
 */
export function safeFileName(given: string, type: DocumentType): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%;'`$&]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = ENDINGS[type];
  const kept = [...stem].slice(0, MAX_FILE_NAME - ending.length - 1).join('');
  return `${kept === '' ? 'document' : kept}.${ending}`;
}
