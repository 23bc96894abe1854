/** Asks for a link to set a new password; the answer does not say whether the address has an account. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { SubmitButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { usePreferences } from '../../shell/preferences.tsx';
import { Done } from './sent.tsx';

export default function ForgotPassword() {
  const { texts, language } = usePreferences();
  const words = texts.account.forgot;
  const [email, setEmail] = useState('');
  const ask = useAction(() =>
    request('POST /api/account/password-reset/ask', { body: { email: email.trim(), language } }),
  );
  if (ask.answer)
    return (
      <Done title={words.title} email={email.trim()}>
        {words.sent(email.trim())}
      </Done>
    );
  return (
    <Page title={words.title} lead={words.lead}>
      <Form isThrowaway refusal={ask.refusal} onSubmit={() => ask.run(undefined)}>
        <TextField
          name="email"
          label={texts.account.fields.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          autoFocus
        />
        <SubmitButton action={ask} verb={words.verb} />
      </Form>
    </Page>
  );
}
