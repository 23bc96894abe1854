/** A person and their company: asked for at registration, and shown again to the person who opens the mail's link. */
import type { MerchantKind } from '../../../../../domain/merchant.ts';
import { RadioField, TextField } from '../../parts/fields.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { CountryField } from './country-field.tsx';

const KINDS = ['agency', 'studio', 'provider'] as const;

export interface AccountFacts {
  readonly name: string;
  readonly company: string;
  readonly kind: string;
  readonly country: string;
}

export const NO_FACTS: AccountFacts = { name: '', company: '', kind: '', country: '' };

/** As the server takes them. */
export function accountBody({ name, company, kind, country }: AccountFacts) {
  return { name: name.trim(), company: { name: company.trim(), kind: kind as MerchantKind, country } };
}

interface Fields<Facts> {
  readonly facts: Facts;
  readonly onChange: (facts: Facts) => void;
}

export function NameField<Facts extends AccountFacts>({ facts, onChange }: Fields<Facts>) {
  const { fields } = useTexts().account;
  const change = (name: string) => onChange({ ...facts, name });
  return (
    <TextField name="name" label={fields.name} autoComplete="name" value={facts.name} onChange={change} />
  );
}

export function CompanyFields<Facts extends AccountFacts>({ facts, onChange }: Fields<Facts>) {
  const { fields, kinds } = useTexts().account;
  return (
    <>
      <TextField
        name="company.name"
        label={fields.companyName}
        autoComplete="organization"
        value={facts.company}
        onChange={(company) => onChange({ ...facts, company })}
      />
      <RadioField
        name="company.kind"
        label={fields.kind}
        options={KINDS.map((id) => ({ id, ...kinds[id] }))}
        value={facts.kind}
        onChange={(kind) => onChange({ ...facts, kind })}
      />
      <CountryField
        name="company.country"
        label={fields.country}
        help={fields.countryHelp}
        value={facts.country}
        onChange={(country) => onChange({ ...facts, country })}
      />
    </>
  );
}
