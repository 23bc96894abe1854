/** The form for one company. */
import { useState } from 'react';
import { useAction } from '../../api/queries.ts';
import { Checkbox, CheckboxGroup } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { Explained } from './explained.tsx';
import { MailHours } from './mail-hours.tsx';
import { CHOICES_KEY, type CompanyChoice, draftOf, saveChoice, TOPICS, type Topic } from './notice-data.ts';

interface Props {
  readonly company: CompanyChoice;
  /** False: the platform sends no mails at all. */
  readonly sendsMail: boolean;
}

export function NoticeChoice({ company, sendsMail }: Props) {
  const words = useTexts().notices.choices;
  const [draft, setDraft] = useState(() => draftOf(company));
  const save = useAction(() => saveChoice(company, draft), {
    invalidates: [CHOICES_KEY],
    onDone: () => showToast({ text: words.saved(company.companyName) }),
  });
  const set = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed });
  return (
    <Form refusal={save.refusal} onSubmit={() => save.run(undefined)}>
      <CheckboxGroup
        name="topics"
        label={words.topics}
        help={words.topicsHelp}
        options={TOPICS.map((id) => ({ id, ...words.topic[id] }))}
        value={draft.topics}
        onChange={(topics) => set({ topics: topics as Topic[] })}
        isOptional
        isMarkedOptional={false}
      />
      <Checkbox
        name="sandbox"
        label={<Explained label={words.sandbox} help={words.sandboxHelp} />}
        isSelected={draft.sandbox}
        onChange={(sandbox) => set({ sandbox })}
      />
      <Checkbox
        name="push"
        label={<Explained label={words.push} help={words.pushHelp} />}
        isSelected={draft.push}
        onChange={(push) => set({ push })}
      />
      <Checkbox
        name="mail"
        label={sendsMail ? words.mail : <Explained label={words.mail} help={words.noMail} />}
        isSelected={draft.mail}
        onChange={(mail) => set({ mail })}
        isDisabled={!sendsMail}
      />
      {(draft.push || (sendsMail && draft.mail)) && <MailHours draft={draft} onChange={set} />}
      <FormSubmit action={save} verb={words.save} working={words.saving} />
    </Form>
  );
}
