/** The providers that act for this merchant or ask to; for a provider: the merchants that it acts for or asked. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Links } from '../../../../server/company/schemas.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, Note } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type Link, linksKey, Scopes } from './link-data.tsx';
import { AskDialog, GrantDialog, type Granted } from './link-dialogs.tsx';
import { Requests } from './link-requests.tsx';
import './company.css';

export default function LinksPage() {
  const words = useTexts().company.links;
  const { company, world, kind, may, merchantKey } = useHere();
  const place = { company, world };
  const isProvider = kind === 'provider';
  const side = isProvider ? words.provider : words.merchant;
  const [granting, setGranting] = useState<Granted>();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery<Links, Refusal>({
    queryKey: linksKey(company, world),
    queryFn: () => request('GET /api/{company}/{world}/console/links', { params: { ...place } }),
    enabled: merchantKey !== null,
  });
  const begin = () => (isProvider ? setAsking(true) : setGranting({ key: '', scopes: [], isNew: true }));
  if (merchantKey === null)
    return (
      <Page title={words.title} lead={side.lead}>
        <Note>{words.notLive}</Note>
      </Page>
    );
  return (
    <Page
      title={words.title}
      lead={side.lead}
      actions={
        may('links.write') && (
          <Button tone="main" icon="plus" onPress={begin}>
            {side.add}
          </Button>
        )
      }
    >
      {data && data.requests.length > 0 && (
        <Requests
          requests={data.requests}
          isProvider={isProvider}
          onGrant={({ key, scopes }) => setGranting({ key, scopes, isNew: false })}
        />
      )}
      <Section title={side.links}>
        <LinkTable
          links={data?.links}
          error={error}
          refetch={refetch}
          onChange={isProvider ? undefined : ({ key, scopes }) => setGranting({ key, scopes, isNew: false })}
        />
      </Section>
      {granting && <GrantDialog granted={granting} onClose={() => setGranting(undefined)} />}
      {isAsking && <AskDialog onClose={() => setAsking(false)} />}
    </Page>
  );
}

interface TableProps {
  readonly links: readonly Link[] | undefined;
  readonly error: Refusal | null;
  readonly refetch: () => unknown;
  readonly onChange: ((link: Link) => void) | undefined;
}

function LinkTable({ links, error, refetch, onChange }: TableProps) {
  const words = useTexts().company.links;
  const { kind, may } = useHere();
  const side = kind === 'provider' ? words.provider : words.merchant;
  const [ending, setEnding] = useState<Link>();
  const columns: Column<Link>[] = [
    {
      id: 'name',
      title: words.columns.name,
      sortBy: ({ name }) => name,
      cell: ({ name, key }) => (
        <>
          {name} <ShortId id={key} />
        </>
      ),
    },
    { id: 'scopes', title: words.columns.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { id: 'since', title: words.columns.since, wideOnly: true, cell: ({ since }) => <When at={since} /> },
    {
      id: 'do',
      title: words.columns.do,
      cell: (link) =>
        may('links.write') && (
          <div className="row">
            {onChange && (
              <Button small label={words.changeOf(link.name)} onPress={() => onChange(link)}>
                {words.change}
              </Button>
            )}
            <Button small tone="quiet" label={words.endOf(link.name)} onPress={() => setEnding(link)}>
              {words.end}
            </Button>
          </div>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label={side.links}
        columns={columns}
        rows={links}
        keyOf={({ key }) => key}
        error={error}
        refetch={refetch}
        empty={<EmptyState icon="link" title={side.none} text={side.noneText} />}
      />
      {ending && <EndDialog link={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function EndDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const words = useTexts().company.links;
  const { company, world, kind } = useHere();
  const client = useQueryClient();
  const end = async () => {
    await request('DELETE /api/{company}/{world}/console/links/{otherKey}', {
      params: { company, world, otherKey: link.key },
    });
    await client.invalidateQueries({ queryKey: linksKey(company, world) });
  };
  return (
    <ConfirmDialog
      title={words.endOf(link.name)}
      consequence={kind === 'provider' ? words.provider.endConsequence : words.merchant.endConsequence}
      verb={words.end}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={end}
    />
  );
}
