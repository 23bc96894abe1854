/** The form as it was sent, a reason for each field that is wrong, and the decision. */

import { useState } from 'react';
import { mayOperate } from '../../../../../domain/console-roles.ts';
import {
  FORM_FIELDS,
  MAX_REASON,
  REASON_FIELDS,
  type ReasonField,
  type RefusedFields,
} from '../../../../../domain/verification.ts';
import type { Application } from '../../../../server/verification/schemas.ts';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Fact } from '../../parts/facts.tsx';
import { TextAreaField, TextField } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useMe } from '../../shell/session.ts';
import { displayNames } from '../../texts/format.ts';
import type { Submission } from '../company/data.ts';
import { Decision } from './decision.tsx';

interface CheckProps {
  readonly company: Application['company'];
  readonly submission: Submission;
  readonly before: Submission | undefined;
}

export function Check({ company, submission, before }: CheckProps) {
  const { backOffice, verification } = useTexts().company;
  const { operatorRole } = useMe();
  const [refused, setRefused] = useState<RefusedFields>({});
  const [note, setNote] = useState('');
  const isOpen = submission.state === 'submitted';
  const mayDecide =
    isOpen && operatorRole !== null && mayOperate(operatorRole, 'operator.verification.write');
  const set = (field: ReasonField, why: string | undefined) => {
    const { [field]: _, ...others } = refused;
    setRefused(why === undefined ? others : { ...others, [field]: why });
  };
  const one = (field: ReasonField) => (
    <CheckedField
      key={field}
      field={field}
      submission={submission}
      before={before}
      why={mayDecide ? refused[field] : submission.refused[field]}
      {...(mayDecide && { onChange: (why: string | undefined) => set(field, why) })}
    />
  );
  return (
    <div className="stack-l">
      <Registration company={company} submission={submission} />
      <Section title={verification.sentTitle(submission.number)}>
        <dl>{REASON_FIELDS.map(one)}</dl>
      </Section>
      {!isOpen && submission.note && <Note>{submission.note}</Note>}
      {mayDecide && (
        <Section title={backOffice.decision}>
          <TextAreaField
            name="note"
            label={backOffice.note}
            help={backOffice.noteHelp}
            isOptional
            maxLength={MAX_REASON}
            value={note}
            onChange={setNote}
          />
          <Decision company={company} submission={submission} refused={refused} note={note.trim()} />
        </Section>
      )}
    </div>
  );
}

function Registration({ company, submission }: Omit<CheckProps, 'before'>) {
  const { account, company: texts } = useTexts();
  const words = texts.backOffice;
  const { companyId, name, kind, registeredAt, liveKey } = company;
  const { submittedAt } = submission;
  return (
    <dl className="facts">
      <Fact
        name={words.columns.name}
        value={
          <>
            {name} <ShortId id={companyId} />
          </>
        }
      />
      <Fact name={words.columns.kind} value={account.kinds[kind].label} />
      <Fact name={words.registered} value={<When at={registeredAt} isExact />} />
      <Fact name={words.columns.sent} value={submittedAt && <When at={submittedAt} isExact />} />
      <Fact name={words.liveMerchant} value={liveKey && <ShortId id={liveKey} />} />
    </dl>
  );
}

interface CheckedProps {
  readonly field: ReasonField;
  readonly submission: Submission;
  readonly before: Submission | undefined;
  readonly why: string | undefined;
  /** Undefined takes the mark away; left out: it is decided. */
  readonly onChange?: (why: string | undefined) => void;
}

function CheckedField({ field, submission, before, why, onChange }: CheckedProps) {
  const { backOffice, verification } = useTexts().company;
  const countries = displayNames(useLocaleTag(), { type: 'region' });
  const label = verification.fields[field];
  const isForm = (FORM_FIELDS as readonly string[]).includes(field);
  const text =
    field === 'documents' ? backOffice.documentCount(submission.documents.length) : submission.form[field];
  const old = field === 'documents' ? undefined : before?.form[field];
  const isCorrected = isForm && before !== undefined && old !== text;
  return (
    <div className="checked-field">
      <dt>{label}</dt>
      <dd>
        <div className="row row-between">
          <span>{field === 'country' ? countries.of(text) : text || '–'}</span>
          {onChange && (
            <Button small tone="quiet" onPress={() => onChange(why === undefined ? '' : undefined)}>
              {why === undefined ? backOffice.markWrong : backOffice.markRight}
              <span className="hidden"> {label}</span>
            </Button>
          )}
        </div>
        {isCorrected && <p className="soft">{backOffice.wasBefore(old || '–')}</p>}
        {why !== undefined && onChange && (
          <TextField
            name={`refused.${field}`}
            label={backOffice.whatIsWrong(label)}
            maxLength={MAX_REASON}
            value={why}
            onChange={onChange}
            autoFocus
          />
        )}
        {why !== undefined && !onChange && <span className="refused">{why}</span>}
      </dd>
    </div>
  );
}
