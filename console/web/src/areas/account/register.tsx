/** A person and their company, in one form. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { RadioField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { usePreferences } from '../../shell/preferences.tsx';
import { CountryField } from './country-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Done } from './sent.tsx';

const KINDS = ['agency', 'studio', 'provider'] as const;
const NOTHING = { name: '', email: '', password: '', company: '', kind: '', country: '' };

export default function Register() {
  const { texts, language } = usePreferences();
  const { fields, kinds, register: words } = texts.account;
  const [facts, setFacts] = useState(NOTHING);
  const put = (member: keyof typeof NOTHING) => (value: string) => setFacts({ ...facts, [member]: value });
  const { name, email, password, company, kind, country } = facts;
  const register = useAction(() => {
    const body = { name: name.trim(), email: email.trim(), password, language };
    return post('/api/account/register', { ...body, company: { name: company.trim(), kind, country } });
  });
  if (register.answer)
    return (
      <Done title={words.sentTitle} email={email.trim()}>
        {words.sent(email.trim())} {words.notCome}
      </Done>
    );
  return (
    <Page title={words.title} lead={words.lead}>
      <Form refusal={register.refusal} onSubmit={() => register.run(undefined)}>
        <TextField name="name" label={fields.name} autoComplete="name" value={name} onChange={put('name')} />
        <TextField
          name="email"
          label={fields.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={put('email')}
        />
        <NewPasswordField label={fields.password} value={password} onChange={put('password')} />
        <TextField
          name="company.name"
          label={fields.companyName}
          autoComplete="organization"
          value={company}
          onChange={put('company')}
        />
        <RadioField
          name="company.kind"
          label={fields.kind}
          options={KINDS.map((id) => ({ id, ...kinds[id] }))}
          value={kind}
          onChange={put('kind')}
        />
        <CountryField
          name="company.country"
          label={fields.country}
          help={fields.countryHelp}
          value={country}
          onChange={put('country')}
        />
        <Button type="submit" tone="main" isPending={register.isRunning}>
          {register.isRunning ? words.working : words.verb}
        </Button>
      </Form>
      <p>
        {words.haveAccount} <Link to="/sign-in">{texts.account.signIn.title}</Link>
      </p>
    </Page>
  );
}
