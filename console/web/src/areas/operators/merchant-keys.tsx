/** A merchant's keys, without their secrets; issued, rotated and revoked by administrators. */
import { useState } from 'react';
import type { IssuedKey, Merchant } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeSample } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AskDialog } from './ask.tsx';
import { useMay } from './data.ts';
import { RotateDialog } from './merchant-key-rotation.tsx';

type Key = Merchant['keys'][number];

export function MerchantKeys({ merchant }: { merchant: Merchant }) {
  const words = useTexts().operators.merchant;
  const isAllowed = useMay()('operator.secrets.write');
  const [revoking, setRevoking] = useState<string>();
  const [rotating, setRotating] = useState<Key>();
  const [isIssuing, setIssuing] = useState(false);
  const [issued, setIssued] = useState<IssuedKey>();
  const { merchantKey } = merchant;
  return (
    <Section
      title={words.keys}
      aside={isAllowed && <Button onPress={() => setIssuing(true)}>{words.issue}</Button>}
    >
      {merchant.keys.length === 0 && <p className="soft">{words.noKeys}</p>}
      {merchant.keys.length > 0 && (
        <ul className="panel rows">
          {merchant.keys.map((key) => (
            <KeyRow
              key={key.credentialId}
              item={key}
              {...(isAllowed && { onRevoke: setRevoking, onRotate: setRotating })}
            />
          ))}
        </ul>
      )}
      {revoking && (
        <AskDialog
          title={words.revokeTitle(revoking)}
          consequence={words.revokeText}
          verb={words.revoke}
          tone="danger"
          onClose={() => setRevoking(undefined)}
          said={() => words.done}
          act={() =>
            request('POST /api/operator/merchants/{merchantKey}/keys/{credentialId}/revoke', {
              params: { merchantKey, credentialId: revoking },
              body: {},
            })
          }
        />
      )}
      {rotating && (
        <RotateDialog
          merchantKey={merchant.merchantKey}
          item={rotating}
          onClose={() => setRotating(undefined)}
          onIssued={setIssued}
        />
      )}
      {isIssuing && (
        <IssueDialog merchantKey={merchantKey} onClose={() => setIssuing(false)} onIssued={setIssued} />
      )}
      {issued && (
        <Dialog title={words.issuedTitle} isOpen onClose={() => setIssued(undefined)}>
          <div className="stack">
            <Note tone="warning">{words.issued}</Note>
            <CodeSample label={`client_id ${merchant.merchantKey}`} code={issued.clientSecret} />
          </div>
        </Dialog>
      )}
    </Section>
  );
}

interface KeyRowProps {
  readonly item: Key;
  readonly onRevoke?: (id: string) => void;
  readonly onRotate?: (item: Key) => void;
}

function KeyRow({ item, onRevoke, onRotate }: KeyRowProps) {
  const words = useTexts().operators.merchant;
  const { credentialId, label, scopes, lastUsedAt, validUntil, revokedAt } = item;
  const hasExpired = validUntil !== null && Date.parse(validUntil) <= Date.now();
  return (
    <li>
      <span className="words">
        <code>{credentialId}</code> {label}{' '}
        <span className="soft">{scopes?.join(' ') ?? words.allScopes}</span>
      </span>
      <span className="words soft">
        {lastUsedAt === null ? words.neverUsed : words.lastUsed}{' '}
        {lastUsedAt !== null && <When at={lastUsedAt} />}
        {revokedAt !== null && <StateBadge state="revoked" />}
        {revokedAt === null && validUntil !== null && (
          <>
            {hasExpired ? words.expired : words.validUntil} <When at={validUntil} />
          </>
        )}
        {revokedAt === null && !hasExpired && onRotate && (
          <Button small onPress={() => onRotate(item)}>
            {words.rotate}
          </Button>
        )}
        {revokedAt === null && onRevoke && (
          <Button small onPress={() => onRevoke(credentialId)}>
            {words.revoke}
          </Button>
        )}
      </span>
    </li>
  );
}

function IssueDialog({
  merchantKey,
  onClose,
  onIssued,
}: {
  merchantKey: string;
  onClose: () => void;
  onIssued: (issued: IssuedKey) => void;
}) {
  const words = useTexts().operators.merchant;
  const [label, setLabel] = useState('');
  return (
    <AskDialog
      title={words.issue}
      consequence={words.issueText}
      verb={words.issue}
      onClose={onClose}
      said={() => words.done}
      act={async () => {
        const issued = await request('POST /api/operator/merchants/{merchantKey}/keys', {
          params: { merchantKey },
          body: label.trim() ? { label: label.trim() } : {},
        });
        onIssued(issued);
        return issued;
      }}
    >
      <TextField
        name="label"
        label={words.label}
        isOptional
        value={label}
        onChange={setLabel}
        maxLength={100}
      />
    </AskDialog>
  );
}
