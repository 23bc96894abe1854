/** The page of the mail about a new address: the address counts once its account is signed in here. */
import { ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useRefreshMe, useSignInState } from '../../shell/session.ts';
import { ConfirmLink } from './confirm.tsx';
import { forgetMailToken, useKeptMailToken } from './mail-token.ts';

export default function ConfirmNewEmail() {
  const words = useTexts().account.confirm;
  const token = useKeptMailToken();
  const { data: me } = useSignInState();
  const refresh = useRefreshMe();
  const onDone = () => {
    forgetMailToken();
    void refresh();
  };
  if (token !== '' && !me?.person)
    return (
      <Page title={words.title}>
        <Note>{words.signInFirst}</Note>
        <div>
          <ButtonLink tone="main" to="/sign-in" search={{ next: '/confirm-new-email' }}>
            {words.signIn}
          </ButtonLink>
        </div>
      </Page>
    );
  const { title, newLead: lead, verb, newDone: done } = words;
  const route = 'POST /api/account/email/confirm';
  return <ConfirmLink route={route} token={token} words={{ title, lead, verb, done }} onDone={onDone} />;
}
