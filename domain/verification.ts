/**
 * Enterprise verification (specification, "Authentication": keys are issued "after registration and enterprise
 * verification"): what a company sends, and what an operator may say of it. Pure, so that the console's pages use it too.
 */
import type { FileRules } from './stored-file.ts';

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

/** What proves what the form says. */
export const DOCUMENT_RULES = {
  types: ['application/pdf', 'image/png', 'image/jpeg'],
  maxBytes: 10 * 1024 * 1024,
} as const satisfies FileRules;
export const MAX_DOCUMENTS = 10;
