/** The merchant's keys: issue, rotate, revoke. */
import { useState } from 'react';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Note } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type IssuedKey, type Key, useKeys } from './data.ts';
import { ReplaceKey, RevokeKey } from './key-ends.tsx';
import { IssueKey } from './key-issue.tsx';
import { KeySecret } from './key-secret.tsx';
import './developers.css';

/** What is being done to which key. */
type Action = { readonly what: 'rotate' | 'leaked' | 'revoke'; readonly one: Key };

export default function KeysPage() {
  const here = useHere();
  const words = useTexts().developers.keys;
  if (here.merchantKey === null)
    return (
      <Page title={words.title} lead={words.lead}>
        <Note>{words.notLive}</Note>
      </Page>
    );
  return <OwnKeys />;
}

function OwnKeys() {
  const here = useHere();
  const words = useTexts().developers.keys;
  const keys = useKeys(here);
  const [isIssuing, setIssuing] = useState(false);
  const [chosen, setAction] = useState<Action>();
  const [issued, setIssued] = useState<IssuedKey>();
  const mayWrite = here.may('keys.write');
  const issue = (
    <Button tone="main" icon="plus" onPress={() => setIssuing(true)}>
      {words.issue}
    </Button>
  );
  const columns = useColumns(mayWrite ? setAction : undefined);
  const close = () => setAction(undefined);
  return (
    <Page title={words.title} lead={words.lead} actions={mayWrite && issue}>
      {keys.data && (
        <p className="row">
          <span className="soft">{words.clientId}</span> <code>{keys.data.clientId}</code>{' '}
          <CopyButton text={keys.data.clientId} small what={words.clientId} />
        </p>
      )}
      <DataTable
        label={words.title}
        columns={columns}
        rows={keys.data?.list}
        keyOf={(one) => one.credentialId}
        error={keys.error}
        refetch={keys.refetch}
        empty={
          <EmptyState icon="keys" title={words.empty} action={mayWrite && issue} text={words.emptyText} />
        }
      />
      {isIssuing && keys.data && (
        <IssueKey scopes={keys.data.scopes} onClose={() => setIssuing(false)} onIssued={setIssued} />
      )}
      {chosen?.what === 'revoke' && <RevokeKey one={chosen.one} onClose={close} />}
      {chosen && chosen.what !== 'revoke' && (
        <ReplaceKey
          one={chosen.one}
          isLeaked={chosen.what === 'leaked'}
          onClose={close}
          onIssued={setIssued}
        />
      )}
      {issued && (
        <KeySecret issued={issued} baseUrl={keys.data?.baseUrl ?? ''} onClose={() => setIssued(undefined)} />
      )}
    </Page>
  );
}

function useColumns(onDo: ((chosen: Action) => void) | undefined): Column<Key>[] {
  const words = useTexts().developers.keys;
  const columns: Column<Key>[] = [
    { id: 'label', title: words.columns.label, cell: (one) => one.label ?? words.unnamed },
    { id: 'kind', title: words.columns.kind, cell: (one) => words.kinds[one.kind], wideOnly: true },
    { id: 'status', title: words.columns.status, cell: (one) => <KeyState one={one} /> },
    { id: 'scopes', title: words.columns.scopes, cell: (one) => <Scopes one={one} />, wideOnly: true },
    {
      id: 'used',
      title: words.columns.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <When at={lastUsedAt} />),
    },
    {
      id: 'until',
      title: words.columns.until,
      wideOnly: true,
      cell: ({ validUntil, revokedAt }) => {
        const end = revokedAt ?? validUntil;
        return end === null ? words.forever : <When at={end} />;
      },
    },
  ];
  if (onDo)
    columns.push({
      id: 'do',
      title: words.columns.actions,
      cell: (one) => <KeyActions one={one} onDo={onDo} />,
    });
  return columns;
}

function KeyState({ one }: { one: Key }) {
  const words = useTexts().developers.keys;
  if (one.status !== 'valid') return <StateBadge state={one.status} />;
  return <StateBadge state="active" word={words.valid} />;
}

function Scopes({ one }: { one: Key }) {
  const words = useTexts().developers.keys;
  return (
    <span className="scope-list">
      {one.scopes.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
      {one.requireSignature && <span className="soft">{words.signed}</span>}
      {one.products?.map((id) => (
        <code key={id}>{id}</code>
      ))}
    </span>
  );
}

function KeyActions({ one, onDo }: { one: Key; onDo: (chosen: Action) => void }) {
  const words = useTexts().developers.keys;
  if (one.status !== 'valid') return null;
  const entries = [
    { id: 'rotate', label: words.rotate, onAction: () => onDo({ what: 'rotate', one }) },
    { id: 'leaked', label: words.leaked, onAction: () => onDo({ what: 'leaked', one }) },
    { id: 'revoke', label: words.revoke, onAction: () => onDo({ what: 'revoke', one }) },
  ];
  return (
    <Menu label={words.columns.actions} entries={entries}>
      <Button small icon="chevron" label={`${words.columns.actions}: ${one.label ?? one.credentialId}`} />
    </Menu>
  );
}
