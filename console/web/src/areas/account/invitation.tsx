/** The page of an invitation's mail: a new account, or one more company for an existing one. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { InvitationAnswer as Invitation } from '../../../../server/schemas/account.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import { Button, ButtonLink, SubmitButton } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Note, Skeleton } from '../../parts/states.tsx';
import { usePreferences, useTexts } from '../../shell/preferences.tsx';
import { useRefreshMe, useSignInState } from '../../shell/session.ts';
import { LinkFailed, LinkMissing } from './link-failed.tsx';
import { forgetMailToken, useKeptMailToken } from './mail-token.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { Done } from './sent.tsx';

export default function InvitationPage() {
  const texts = useTexts();
  const token = useKeptMailToken();
  const opened = useQuery<Invitation, Refusal>({
    queryKey: ['invitation', token],
    queryFn: () => request('POST /api/account/invitation/look', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const failed = texts.account.invitation.failed;
  if (token === '') return <LinkMissing title={failed} />;
  if (opened.error) return <LinkFailed title={failed} refusal={opened.error} />;
  if (!opened.data) return <Skeleton lines={6} />;
  return <Invited token={token} invitation={opened.data} />;
}

function Invited({ token, invitation }: { token: string; invitation: Invitation }) {
  const texts = useTexts();
  const words = texts.account.invitation;
  const { company, email, role, invitedBy, needsSecondFactor, hasAccount } = invitation;
  return (
    <Page title={words.title(company.name)} lead={words.lead(invitedBy, texts.account.roles[role])}>
      <p>{words.forAddress(email)}</p>
      {needsSecondFactor && <Note>{words.needsFactor}</Note>}
      {hasAccount ? <Accept token={token} email={email} /> : <NewAccount token={token} email={email} />}
    </Page>
  );
}

function Accept({ token, email }: { token: string; email: string }) {
  const words = useTexts().account.invitation;
  const { data: me } = useSignInState();
  const navigate = useNavigate();
  const refresh = useRefreshMe();
  const accept = useAction(() => request('POST /api/account/invitation/accept', { body: { token } }), {
    onDone: async ({ companyId }) => {
      forgetMailToken();
      await refresh();
      await navigate({ to: `/${companyId}/sandbox` });
    },
  });
  if (!me?.person)
    return (
      <>
        <p>{words.hasAccount}</p>
        <div>
          <ButtonLink tone="main" to="/sign-in" search={{ next: '/invitation', email }}>
            {words.signInFirst}
          </ButtonLink>
        </div>
      </>
    );
  if (me.person.email.toLowerCase() !== email.toLowerCase())
    return <Note tone="warning">{words.otherPerson(me.person.email)}</Note>;
  return (
    <>
      {accept.refusal && <ErrorState refusal={accept.refusal} />}
      <div>
        <Button tone="main" isPending={accept.isRunning} onPress={() => accept.run(undefined)}>
          {words.accept}
        </Button>
      </div>
    </>
  );
}

function NewAccount({ token, email }: { token: string; email: string }) {
  const { texts, language } = usePreferences();
  const { invitation: words, fields } = texts.account;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const register = useAction(
    () =>
      request('POST /api/account/invitation/register', {
        body: { token, name: name.trim(), language, password },
      }),
    { onDone: forgetMailToken },
  );
  if (register.answer)
    return (
      <Done title={words.done} email={email}>
        {words.done}
      </Done>
    );
  return (
    <Form refusal={register.refusal} onSubmit={() => register.run(undefined)}>
      <TextField name="name" label={fields.name} autoComplete="name" value={name} onChange={setName} />
      <NewPasswordField label={fields.password} value={password} onChange={setPassword} />
      <SubmitButton action={register} verb={words.register} />
    </Form>
  );
}
