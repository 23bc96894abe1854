/** How a key ends: replaced by another with or without an overlap, or revoked. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { RadioField } from '../../parts/fields.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type IssuedKey, type Key, keysKey, revokeKey, rotateKey } from './data.ts';

interface ReplaceProps {
  readonly one: Key;
  /** It ends at once, with everything that was made with it. */
  readonly isLeaked: boolean;
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedKey) => void;
}

export function ReplaceKey({ one, isLeaked, onClose, onIssued }: ReplaceProps) {
  const here = useHere();
  const client = useQueryClient();
  const words = useTexts().developers.keys;
  const [overlap, setOverlap] = useState('86400');
  const name = one.label ?? one.credentialId;
  const replace = async () => {
    const body = isLeaked ? { overlapSeconds: 0, compromised: true } : { overlapSeconds: Number(overlap) };
    onIssued(await rotateKey(here, one.credentialId, body));
    await client.invalidateQueries({ queryKey: keysKey(here) });
  };
  return (
    <ConfirmDialog
      title={isLeaked ? words.leakedTitle(name) : words.rotateTitle(name)}
      consequence={isLeaked ? words.leakedConsequence : words.rotateConsequence}
      verb={isLeaked ? words.leakedVerb : words.rotate}
      working={words.rotating}
      tone={isLeaked ? 'danger' : 'main'}
      isOpen
      onClose={onClose}
      onConfirm={replace}
    >
      {!isLeaked && <OverlapField value={overlap} onChange={setOverlap} />}
    </ConfirmDialog>
  );
}

/** How long an old secret works beside its successor, in seconds. */
export function OverlapField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const words = useTexts().developers.keys;
  const options = Object.entries(words.overlaps).map(([id, label]) => ({ id, label }));
  return (
    <RadioField
      name="overlapSeconds"
      label={words.overlap}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}

export function RevokeKey({ one, onClose }: { one: Key; onClose: () => void }) {
  const here = useHere();
  const client = useQueryClient();
  const words = useTexts().developers.keys;
  const revoke = async () => {
    const { revoked } = await revokeKey(here, one.credentialId);
    showToast({ text: words.revoked(revoked.length) });
    await client.invalidateQueries({ queryKey: keysKey(here) });
  };
  return (
    <ConfirmDialog
      title={words.revokeTitle(one.label ?? one.credentialId)}
      consequence={words.revokeConsequence}
      verb={words.revoke}
      working={words.revoking}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={revoke}
    />
  );
}
