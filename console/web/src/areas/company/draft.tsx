/** What is written to be sent: saved as one types on, sent when it is whole. */
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Form, FormButtons } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { profileKey, type Submission, verificationKey } from './data.ts';
import { Documents } from './documents.tsx';
import { DraftFields } from './draft-fields.tsx';
import { useDraftSaving } from './draft-saving.ts';

interface DraftProps {
  readonly draft: Submission;
  /** The one before it, with what was refused. */
  readonly before: Submission | undefined;
}

export function Draft({ draft, before }: DraftProps) {
  const words = useTexts().company.verification;
  const { company } = useHere();
  const client = useQueryClient();
  const { form, change, saving, refusal, flush, settle, version } = useDraftSaving(company, draft);
  const send = useAction(
    async () => {
      await flush();
      return await request('POST /api/{company}/console/verification/send', {
        params: { company },
        body: { version: version() },
      });
    },
    { invalidates: [profileKey(company)], onDone: () => showToast({ text: words.sent }) },
  );
  // Also after a refusal: the form may have been saved before it.
  const sendAndReload = async () => {
    await send.runAsync(undefined).catch(() => undefined);
    await client.invalidateQueries({ queryKey: verificationKey(company) });
  };
  return (
    <Form isThrowaway refusal={send.refusal ?? refusal} onSubmit={() => void sendAndReload()}>
      {before?.state === 'refused' && (
        <Note tone="warning">
          <p>{words.marked}</p>
          {before.note && <p>{before.note}</p>}
        </Note>
      )}
      <DraftFields form={form} onChange={change} before={before} />
      <Section title={words.documents.title}>
        {before?.refused.documents && <Note tone="warning">{before.refused.documents}</Note>}
        <Documents documents={draft.documents} />
      </Section>
      <Note>{words.consequence}</Note>
      {saving === 'conflict' && <Conflict onSettle={(whose) => void settle(whose)} />}
      <FormButtons>
        <Button type="submit" tone="main" isPending={send.isRunning} isDisabled={saving === 'conflict'}>
          {send.isRunning ? words.sending : words.send}
        </Button>
        <span className="soft" role="status">
          {words.draft[saving]}
        </span>
      </FormButtons>
    </Form>
  );
}

/** Somebody else, or another tab, saved first: nothing is lost before one has chosen. */
function Conflict({ onSettle }: { onSettle: (whose: 'mine' | 'theirs') => void }) {
  const words = useTexts().company.verification;
  return (
    <Note tone="warning">
      <p>{words.conflict}</p>
      <div className="row">
        <Button onPress={() => onSettle('theirs')}>{words.takeTheirs}</Button>
        <Button onPress={() => onSettle('mine')}>{words.keepMine}</Button>
      </div>
    </Note>
  );
}
