/** The pages of mails' links that can't be opened. */
import type { Refusal } from '../../api/errors.ts';
import { fieldErrors } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';

/** The address has no token. */
export function LinkMissing({ title }: { title: string }) {
  const { noToken } = useTexts().account.confirm;
  return (
    <Page title={title}>
      <Note tone="warning">{noToken}</Note>
    </Page>
  );
}

/** The server takes it for no link, or for one that has ended. */
export function LinkFailed({ title, refusal }: { title: string; refusal: Refusal }) {
  const texts = useTexts();
  const isOver = refusal.details.some(({ reason }) => reason === 'already_used');
  const said =
    fieldErrors(refusal, texts).token &&
    (isOver ? texts.frame.reasons.already_used : texts.account.confirm.noToken);
  return (
    <Page title={title}>{said ? <Note tone="warning">{said}</Note> : <ErrorState refusal={refusal} />}</Page>
  );
}
