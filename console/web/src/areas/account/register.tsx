/** A person and their company, in one form. The mail's link sets the password, so that only the mailbox's owner can. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { SubmitButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { usePreferences } from '../../shell/preferences.tsx';
import { accountBody, CompanyFields, NameField, NO_FACTS } from './account-fields.tsx';
import { Done } from './sent.tsx';

export default function Register() {
  const { texts, language } = usePreferences();
  const { fields, register: words } = texts.account;
  const [facts, setFacts] = useState({ ...NO_FACTS, email: '' });
  const email = facts.email.trim();
  const register = useAction(() =>
    request('POST /api/account/register', { body: { email, language, ...accountBody(facts) } }),
  );
  if (register.answer)
    return (
      <Done title={words.sentTitle} email={email}>
        {words.sent(email)} {words.notCome}
      </Done>
    );
  return (
    <Page title={words.title} lead={words.lead}>
      <Form refusal={register.refusal} onSubmit={() => register.run(undefined)}>
        <NameField facts={facts} onChange={setFacts} />
        <TextField
          name="email"
          label={fields.email}
          type="email"
          autoComplete="username"
          value={facts.email}
          onChange={(typed) => setFacts({ ...facts, email: typed })}
        />
        <CompanyFields facts={facts} onChange={setFacts} />
        <SubmitButton action={register} verb={words.verb} working={words.working} />
      </Form>
      <p>
        {words.haveAccount} <Link to="/sign-in">{texts.account.signIn.title}</Link>
      </p>
    </Page>
  );
}
