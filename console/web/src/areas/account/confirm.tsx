/** Following a mail's link takes a click: programs that open the links of mails beforehand do nothing by it. */
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { fieldErrors } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Done } from './sent.tsx';

type ConfirmRoute = 'POST /api/account/device/allow' | 'POST /api/account/email/confirm';

interface ConfirmProps {
  /** Of the route that takes the token, and answers the address. */
  readonly route: ConfirmRoute;
  readonly token: string;
  readonly words: {
    readonly title: string;
    readonly lead: string;
    readonly verb: string;
    readonly done: (email: string) => string;
  };
  readonly onDone?: () => void;
}

export function ConfirmLink({ route, token, words, onDone = () => undefined }: ConfirmProps) {
  const texts = useTexts();
  const confirm = useAction(() => request(route, { body: { token } }), { onDone });
  if (confirm.answer)
    return (
      <Done title={words.title} email={confirm.answer.email}>
        {words.done(confirm.answer.email)}
      </Done>
    );
  const said = confirm.refusal && fieldErrors(confirm.refusal, texts).token;
  return (
    <Page title={words.title} lead={words.lead}>
      {token === '' && <Note tone="warning">{texts.account.confirm.noToken}</Note>}
      {said && <Note tone="warning">{said}</Note>}
      {confirm.refusal && !said && <ErrorState refusal={confirm.refusal} />}
      {token !== '' && (
        <div>
          <Button tone="main" isPending={confirm.isRunning} onPress={() => confirm.run(undefined)}>
            {words.verb}
          </Button>
        </div>
      )}
    </Page>
  );
}
