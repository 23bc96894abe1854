/** The page of the link under mails with notices. It takes a press, and no sign-in: mail programs open links beforehand. */
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { fieldErrors } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { LinkMissing } from './link-failed.tsx';
import { useMailToken } from './mail-token.ts';

const ROUTE = 'POST /api/notices/unsubscribe/{token}';

export default function Unsubscribe() {
  const texts = useTexts();
  const words = texts.notices.unsubscribe;
  const token = useMailToken();
  const stop = useAction(() => request(ROUTE, { params: { token }, leadsToSignIn: false }));
  if (token === '') return <LinkMissing title={words.title} />;
  if (stop.answer) return <Stopped />;
  // It never ends: what is refused was cut off, or typed.
  const isCut = stop.refusal !== undefined && fieldErrors(stop.refusal, texts).token !== undefined;
  return (
    <Page title={words.title} lead={words.lead}>
      {isCut && <Note tone="warning">{texts.account.confirm.noToken}</Note>}
      {stop.refusal && !isCut && <ErrorState refusal={stop.refusal} />}
      <div>
        <Button tone="main" isPending={stop.isRunning} onPress={() => stop.run(undefined)}>
          {stop.isRunning ? words.working : words.verb}
        </Button>
      </div>
    </Page>
  );
}

function Stopped() {
  const words = useTexts().notices;
  return (
    <Page title={words.unsubscribe.title}>
      <Note tone="good">{words.unsubscribe.done}</Note>
      <div>
        <ButtonLink to="/account/notices">{words.choose}</ButtonLink>
      </div>
    </Page>
  );
}
