/** The fields of a verification, in three groups; what was refused before is said under its field. */
import {
  FORM_LIMITS,
  type FormField,
  OPTIONAL_FIELDS,
  type VerificationForm,
} from '../../../../../domain/verification.ts';
import { TextField } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { CountryField } from '../account/country-field.tsx';
import type { Submission } from './data.ts';

interface FieldsProps {
  readonly form: VerificationForm;
  readonly onChange: (form: VerificationForm) => void;
  readonly before: Submission | undefined;
}

const GROUPS = [
  ['company', ['legalName', 'country', 'registrationNumber', 'taxId']],
  ['address', ['street', 'postalCode', 'city']],
  ['contact', ['contactName', 'contactEmail', 'contactPhone']],
] as const satisfies readonly (readonly [string, readonly FormField[]])[];

const COMPLETES: Partial<Record<FormField, string>> = {
  legalName: 'organization',
  street: 'street-address',
  postalCode: 'postal-code',
  city: 'address-level2',
  contactName: 'name',
  contactEmail: 'email',
  contactPhone: 'tel',
};

const TYPES: Partial<Record<FormField, 'email' | 'tel'>> = { contactEmail: 'email', contactPhone: 'tel' };

export function DraftFields({ form, onChange, before }: FieldsProps) {
  const words = useTexts().company.verification;
  return GROUPS.map(([group, fields]) => (
    <Section key={group} title={words.groups[group]}>
      {fields.map((field) => (
        <OneField
          key={field}
          field={field}
          value={form[field]}
          onChange={(value) => onChange({ ...form, [field]: value })}
          refused={before?.form[field] === form[field] ? before?.refused[field] : undefined}
        />
      ))}
    </Section>
  ));
}

interface OneProps {
  readonly field: FormField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The operator's words, until it is written otherwise. */
  readonly refused: string | undefined;
}

function OneField({ field, value, onChange, refused }: OneProps) {
  const words = useTexts().company.verification;
  const usual = (words.help as Partial<Record<FormField, string>>)[field];
  const help = refused === undefined ? usual : <Refused why={refused} />;
  const common = {
    name: `form.${field}`,
    label: words.fields[field],
    value,
    onChange,
    isOptional: OPTIONAL_FIELDS.includes(field),
    ...(help !== undefined && { help }),
  };
  if (field === 'country') return <CountryField {...common} />;
  const completes = COMPLETES[field];
  return (
    <TextField
      {...common}
      maxLength={FORM_LIMITS[field]}
      {...(completes && { autoComplete: completes })}
      {...(TYPES[field] && { type: TYPES[field] })}
    />
  );
}

/** What is wrong with a field. */
export function Refused({ why }: { why: string }) {
  const words = useTexts().company.verification;
  return (
    <span className="refused">
      <strong>{words.refusedField}</strong> {why}
    </span>
  );
}
