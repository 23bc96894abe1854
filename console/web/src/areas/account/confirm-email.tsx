/**
 * The page of the mail about a new account. The person who opens it sets the password, and checks the account's facts: somebody else may
 * have typed it.
 */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RegistrationAnswer as Registration } from '../../../../server/schemas/account.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { SubmitButton } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { usePreferences, useTexts } from '../../shell/preferences.tsx';
import { accountBody, CompanyFields, NameField } from './account-fields.tsx';
import { LinkFailed, LinkMissing } from './link-failed.tsx';
import { useMailToken } from './mail-token.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { Done } from './sent.tsx';

export default function ConfirmEmail() {
  const words = useTexts().account.confirm;
  const token = useMailToken();
  const opened = useQuery<Registration, Refusal>({
    queryKey: ['registration', token],
    queryFn: () => request('POST /api/account/confirm-email/look', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (token === '') return <LinkMissing title={words.openTitle} />;
  if (opened.error) return <LinkFailed title={words.openTitle} refusal={opened.error} />;
  if (!opened.data) return <Skeleton lines={6} />;
  return <OpenAccount token={token} registration={opened.data} />;
}

function OpenAccount({ token, registration }: { token: string; registration: Registration }) {
  const { texts, language } = usePreferences();
  const { confirm: words, fields } = texts.account;
  const { email, name, company } = registration;
  const { kind, country } = company;
  const [facts, setFacts] = useState({ name, company: company.name, kind, country });
  const [password, setPassword] = useState('');
  const open = useAction(() =>
    request('POST /api/account/confirm-email', {
      body: { token, password, language, ...accountBody(facts) },
    }),
  );
  if (open.answer)
    return (
      <Done title={words.openTitle} email={email}>
        {words.done(email)}
      </Done>
    );
  return (
    <Page title={words.openTitle} lead={words.lead(email)}>
      <Form refusal={open.refusal} onSubmit={() => open.run(undefined)}>
        <input type="hidden" autoComplete="username" value={email} />
        <NewPasswordField label={fields.password} value={password} onChange={setPassword} autoFocus />
        <NameField facts={facts} onChange={setFacts} />
        <CompanyFields facts={facts} onChange={setFacts} />
        <SubmitButton action={open} verb={words.openVerb} />
      </Form>
    </Page>
  );
}
