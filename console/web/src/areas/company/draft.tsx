/** What is written to be sent: saved as one types on, sent when it is whole. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FORM_FIELDS, type VerificationForm } from '../../../../../domain/verification.ts';
import { post, put } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Form, FormButtons } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { companyPath, profileKey, type Submission, verificationKey } from './data.ts';
import { Documents } from './documents.tsx';
import { DraftFields } from './draft-fields.tsx';

interface DraftProps {
  readonly draft: Submission;
  /** The one before it, with what was refused. */
  readonly before: Submission | undefined;
}

export function Draft({ draft, before }: DraftProps) {
  const words = useTexts().company.verification;
  const { company } = useHere();
  const client = useQueryClient();
  const [form, setForm] = useState<VerificationForm>(draft.form);
  const key = verificationKey(company);
  const path = companyPath(company, '/verification');
  const saveForm = () => put<Submission>(`${path}/draft`, { version: draft.version, form });
  const save = useAction(saveForm, {
    invalidates: [key],
    onDone: () => showToast({ text: words.saved }),
  });
  const send = useAction(
    async () => {
      const { version } = isChanged(form, draft.form) ? await saveForm() : draft;
      return await post<Submission>(`${path}/send`, { version });
    },
    { invalidates: [profileKey(company)], onDone: () => showToast({ text: words.sent }) },
  );
  // Also after a refusal: the form may have been saved before it.
  const sendAndLook = async () => {
    await send.runAsync(undefined).catch(() => undefined);
    await client.invalidateQueries({ queryKey: key });
  };
  return (
    <Form refusal={send.refusal ?? save.refusal} onSubmit={() => void sendAndLook()}>
      {before?.state === 'refused' && (
        <Note tone="warning">
          <p>{words.marked}</p>
          {before.note && <p>{before.note}</p>}
        </Note>
      )}
      <DraftFields form={form} onChange={setForm} before={before} />
      <Section title={words.documents.title}>
        {before?.refused.documents && <Note tone="warning">{before.refused.documents}</Note>}
        <Documents documents={draft.documents} />
      </Section>
      <Note>{words.consequence}</Note>
      <FormButtons>
        <Button isPending={save.isRunning} onPress={() => save.run(undefined)}>
          {save.isRunning ? words.saving : words.save}
        </Button>
        <Button type="submit" tone="main" isPending={send.isRunning}>
          {send.isRunning ? words.sending : words.send}
        </Button>
      </FormButtons>
    </Form>
  );
}

function isChanged(one: VerificationForm, other: VerificationForm): boolean {
  return FORM_FIELDS.some((field) => one[field] !== other[field]);
}
