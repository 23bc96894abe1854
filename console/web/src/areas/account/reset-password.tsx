/** The page of the mail about a new password. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { SubmitButton } from '../../parts/button.tsx';
import { Form, fieldErrors } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useMailToken } from './mail-token.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { Done } from './sent.tsx';

export default function ResetPassword() {
  const texts = useTexts();
  const { reset: words, fields, confirm } = texts.account;
  const token = useMailToken();
  const [password, setPassword] = useState('');
  const reset = useAction(() =>
    request('POST /api/account/password-reset/do', { body: { token, password } }),
  );
  if (reset.answer) return <Done title={words.title}>{words.done}</Done>;
  const said = reset.refusal && fieldErrors(reset.refusal, texts).token;
  return (
    <Page title={words.title} lead={words.lead}>
      {token === '' && <Note tone="warning">{confirm.noToken}</Note>}
      {said && <Note tone="warning">{said}</Note>}
      <Form refusal={said ? undefined : reset.refusal} onSubmit={() => reset.run(undefined)}>
        <NewPasswordField label={fields.newPassword} value={password} onChange={setPassword} autoFocus />
        <SubmitButton action={reset} verb={words.verb} isDisabled={token === ''} />
      </Form>
    </Page>
  );
}
