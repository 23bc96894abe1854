/** Replaces a merchant's key: with an overlap, or at once with all that was rotated from it. */
import { useState } from 'react';
import type { IssuedKey, Merchant } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { Checkbox } from '../../parts/fields.tsx';
import { Note, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { OverlapField } from '../developers/key-ends.tsx';
import { AskDialog } from './ask.tsx';
import { useOperatorData } from './data.ts';

interface RotationProps {
  readonly merchantKey: string;
  readonly item: Merchant['keys'][number];
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedKey) => void;
}

export function RotateDialog({ merchantKey, item, onClose, onIssued }: RotationProps) {
  const words = useTexts().operators.merchant;
  const [overlap, setOverlap] = useState('86400');
  const [hasLeaked, setLeaked] = useState(false);
  const { credentialId } = item;
  const params = { merchantKey, credentialId };
  return (
    <AskDialog
      title={words.rotateTitle(credentialId)}
      consequence={hasLeaked ? words.leakedText : words.rotateText}
      verb={hasLeaked ? words.leakedVerb : words.rotate}
      tone={hasLeaked ? 'danger' : 'main'}
      onClose={onClose}
      said={() => words.done}
      act={async () => {
        const overlapSeconds = hasLeaked ? 0 : Number(overlap);
        const body = { overlapSeconds, ...(hasLeaked && { compromised: true }) };
        onIssued(
          await request('POST /api/operator/merchants/{merchantKey}/keys/{credentialId}/rotate', {
            params,
            body,
          }),
        );
      }}
    >
      <p className="soft">
        {item.lastUsedAt === null ? words.neverUsed : words.lastUsed}{' '}
        {item.lastUsedAt !== null && <When at={item.lastUsedAt} />}
      </p>
      <Checkbox name="compromised" label={words.leaked} isSelected={hasLeaked} onChange={setLeaked} />
      {hasLeaked ? (
        <WhatEnds merchantKey={merchantKey} credentialId={credentialId} />
      ) : (
        <OverlapField value={overlap} onChange={setOverlap} />
      )}
    </AskDialog>
  );
}

/** The keys that stop working with it. */
function WhatEnds(params: { merchantKey: string; credentialId: string }) {
  const words = useTexts().operators.merchant;
  const descendants = useOperatorData(
    'GET /api/operator/merchants/{merchantKey}/keys/{credentialId}/descendants',
    { params },
  );
  if (descendants.isPending) return <Skeleton lines={1} />;
  const ids = [params.credentialId, ...(descendants.data?.list ?? [])];
  return (
    <Note tone="warning">
      {descendants.data ? words.ends(ids.length) : words.endsUnknown}{' '}
      {ids.map((one) => (
        <code key={one}>{one} </code>
      ))}
    </Note>
  );
}
