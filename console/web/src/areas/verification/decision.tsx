/** Approve or refuse, each with its consequence before the click. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefusedFields } from '../../../../../domain/verification.ts';
import type { Application } from '../../../../server/verification/schemas.ts';
import { request } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { Submission } from '../company/data.ts';

interface DecisionProps {
  readonly company: Application['company'];
  readonly submission: Submission;
  readonly refused: RefusedFields;
  /** Empty: none. */
  readonly note: string;
}

export function Decision({ company: { companyId }, submission, refused, note }: DecisionProps) {
  const texts = useTexts().company;
  const words = texts.backOffice;
  const client = useQueryClient();
  const [asked, setAsked] = useState<'approve' | 'refuse'>();
  const reasons = Object.entries(refused).filter(([, why]) => why.trim() !== '');
  const isMarked = Object.keys(refused).length > 0;
  const isWhole = reasons.length === Object.keys(refused).length;
  const decide = async (what: 'approve' | 'refuse') => {
    const params = { companyId, number: submission.number };
    const said = note === '' ? {} : { note };
    const one = '/api/operator/verifications/{companyId}/{number}';
    const { proposalId = null }: { proposalId?: string | null } =
      what === 'approve'
        ? await request(`POST ${one}/approve`, { params, body: said })
        : await request(`POST ${one}/refuse`, {
            params,
            body: { ...said, refused: Object.fromEntries(reasons) },
          });
    showToast({ text: proposalId === null ? words.done[what] : words.proposed });
    await client.invalidateQueries({ queryKey: ['backOffice', 'verifications'] });
  };
  return (
    <div className="stack">
      <p className="soft">{isMarked ? words.marked(reasons.length) : words.nothingMarked}</p>
      <div className="row">
        <Button tone="main" isDisabled={isMarked} onPress={() => setAsked('approve')}>
          {words.approve}
        </Button>
        <Button
          tone="danger"
          isDisabled={!isWhole || (reasons.length === 0 && note === '')}
          onPress={() => setAsked('refuse')}
        >
          {words.refuse}
        </Button>
      </div>
      <ConfirmDialog
        title={words.approveTitle(submission.form.legalName)}
        consequence={words.approveConsequence}
        verb={words.approve}
        working={words.deciding}
        isOpen={asked === 'approve'}
        onClose={() => setAsked(undefined)}
        onConfirm={() => decide('approve')}
      />
      <ConfirmDialog
        title={words.refuseTitle(submission.form.legalName)}
        consequence={words.refuseConsequence}
        verb={words.refuse}
        working={words.deciding}
        tone="danger"
        isOpen={asked === 'refuse'}
        onClose={() => setAsked(undefined)}
        onConfirm={() => decide('refuse')}
      />
    </div>
  );
}
