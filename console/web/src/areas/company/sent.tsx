/** What was sent, as it was; and how to take it back while nobody has decided. */

import { useQueryClient } from '@tanstack/react-query';
import { FORM_FIELDS } from '../../../../../domain/verification.ts';
import { request } from '../../api/client.ts';
import { ConfirmButton } from '../../parts/dialog.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { displayNames } from '../../texts/format.ts';
import { documentAddress, type Submission, verificationKey } from './data.ts';
import { DocumentList } from './documents.tsx';
import { Refused } from './draft-fields.tsx';

export function Sent({ submission }: { submission: Submission }) {
  const words = useTexts().company.verification;
  const { company } = useHere();
  const { number, state, submittedAt, decidedAt, documents, refused } = submission;
  return (
    <>
      <Section title={words.sentTitle(number)} aside={state === 'submitted' ? <Withdraw /> : undefined}>
        <dl className="facts">
          <Fact name={words.sentAt} value={submittedAt && <When at={submittedAt} isExact />} />
          <Fact name={words.decidedAt} value={decidedAt && <When at={decidedAt} isExact />} />
          <FormFacts submission={submission} />
        </dl>
      </Section>
      <Section title={words.documents.title}>
        {refused.documents && <Refused why={refused.documents} />}
        <DocumentList documents={documents} pathOf={(id) => documentAddress(company, id)} />
      </Section>
    </>
  );
}

function FormFacts({ submission: { form, refused } }: { submission: Submission }) {
  const words = useTexts().company.verification;
  const countries = displayNames(useLocaleTag(), { type: 'region' });
  return FORM_FIELDS.map((field) => (
    <div key={field} className="fact">
      <dt>{words.fields[field]}</dt>
      <dd>
        {field === 'country' ? countries.of(form.country) : form[field] || '–'}
        {refused[field] && <Refused why={refused[field]} />}
      </dd>
    </div>
  ));
}

function Withdraw() {
  const words = useTexts().company.verification.withdraw;
  const { company } = useHere();
  const client = useQueryClient();
  const withdraw = async () => {
    await request('POST /api/{company}/console/verification/withdraw', { params: { company } });
    await client.invalidateQueries({ queryKey: verificationKey(company) });
  };
  return (
    <ConfirmButton
      small
      title={words.title}
      consequence={words.consequence}
      verb={words.verb}
      onConfirm={withdraw}
    />
  );
}
