/** Confirming an address takes a click: programs that open the links of mails beforehand confirm nothing. */
import { post } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { fieldErrors } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useMailToken } from './mail-token.ts';
import { Done } from './sent.tsx';

/** @param path of the route that takes the token. */
export function ConfirmAddress({ path, lead }: { path: string; lead: string }) {
  const texts = useTexts();
  const words = texts.account.confirm;
  const token = useMailToken();
  const confirm = useAction(() => post<{ email: string }>(path, { token }));
  if (confirm.answer)
    return (
      <Done title={words.title} email={confirm.answer.email}>
        {words.done(confirm.answer.email)}
      </Done>
    );
  const said = confirm.refusal && fieldErrors(confirm.refusal, texts).token;
  return (
    <Page title={words.title} lead={lead}>
      {token === '' && <Note tone="warning">{words.noToken}</Note>}
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
