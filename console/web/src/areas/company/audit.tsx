/** What happened to the company and its merchants: who, what, when. */

import { useQuery } from '@tanstack/react-query';
import type { AuditPage as Answer } from '../../../../server/company/schemas.ts';
import { addressOf, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { usePages } from '../../api/queries.ts';
import { DateRangeField } from '../../parts/date-fields.tsx';
import { FilterBar, FilterSelect } from '../../parts/filters.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { spanText, When } from '../../parts/time.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type Team, teamKey } from './team-data.ts';

type Entry = Answer['entries'][number];

const WHO = [
  'member',
  'program',
  'provider',
  'operator',
  'platform',
] as const satisfies readonly Entry['who'][];
const FILTERS = ['who', 'about', 'from', 'to'];

export default function AuditPage() {
  const words = useTexts().company.audit;
  const { company } = useHere();
  const [filters] = useFilters();
  const query = queryOf(filters);
  const pages = usePages<Entry>([company, 'audit', query], async (before) => {
    const page = await request('GET /api/{company}/console/audit', {
      params: { company },
      query: { ...query, before } as never,
    });
    const last = page.entries.at(-1);
    return { list: page.entries, nextCursor: page.hasMore && last ? String(last.entryId) : null };
  });
  const columns = useColumns();
  const text = new URLSearchParams(query).toString();
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <a
          className="button plain"
          href={`${addressOf('GET /api/{company}/console/audit.csv', { company })}?${text}`}
          download
        >
          <Icon name="download" />
          {words.csv}
        </a>
      }
    >
      <AuditFilters />
      <DataTable
        label={words.title}
        columns={columns}
        {...pages}
        keyOf={({ entryId }) => String(entryId)}
        empty={<EmptyState icon="audit" title={words.none} text={words.noneText} />}
      />
    </Page>
  );
}

/** As the server asks for it: a person is `who` with its number. */
function queryOf({ who, about, from, to }: Filters): Record<string, string> {
  const person = who?.startsWith('person-') ? who.slice('person-'.length) : undefined;
  const end = to === undefined ? undefined : new Date(`${to}T00:00:00`);
  end?.setDate(end.getDate() + 1);
  const all = {
    who: person === undefined ? who : undefined,
    personId: person,
    about,
    from: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
    to: end?.toISOString(),
  };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(given);
}

function AuditFilters() {
  const words = useTexts().company.audit;
  const { company } = useHere();
  const [{ from, to }, change] = useFilters();
  const { data: team } = useQuery<Team, Refusal>({
    queryKey: teamKey(company),
    queryFn: () => request('GET /api/{company}/console/team', { params: { company } }),
  });
  const people = (team?.members ?? []).map(({ personId, name }) => ({
    id: `person-${personId}`,
    label: name,
  }));
  const nouns = Object.entries(words.nouns).map(([id, label]) => ({ id, label }));
  const kinds = WHO.map((id) => ({ id, label: words.who[id] }));
  return (
    <FilterBar names={FILTERS}>
      <FilterSelect
        name="who"
        label={words.columns.who}
        any={words.anybody}
        options={[...people, ...kinds]}
      />
      <FilterSelect name="about" label={words.columns.what} any={words.anything} options={nouns} />
      <DateRangeField
        label={words.columns.when}
        isOptional
        value={from && to ? { from, to } : undefined}
        onChange={(span) => change({ from: span?.from, to: span?.to })}
      />
    </FilterBar>
  );
}

function useColumns(): readonly Column<Entry>[] {
  const { company, frame } = useTexts();
  const words = company.audit;
  return [
    { id: 'when', title: words.columns.when, cell: ({ occurredAt }) => <When at={occurredAt} /> },
    {
      id: 'who',
      title: words.columns.who,
      cell: ({ who, name, credentialId, address }) => (
        <>
          {name ?? words.who[who]}
          {credentialId && <span className="soft"> {words.key(credentialId)}</span>}
          {address && <div className="soft">{address}</div>}
        </>
      ),
    },
    {
      id: 'what',
      title: words.columns.what,
      cell: ({ action, details }) => (
        <>
          {(words.actions as Readonly<Record<string, string>>)[action] ?? action}
          <Details details={details} />
        </>
      ),
    },
    {
      id: 'subject',
      title: words.columns.subject,
      wideOnly: true,
      cell: ({ subject }) => <code>{subject}</code>,
    },
    {
      id: 'world',
      title: frame.world.label,
      wideOnly: true,
      cell: ({ world }) => (world === null ? '–' : frame.world[world]),
    },
  ];
}

/** `role: finance, personId: 17`: as it was noted, with what lies inside beside it, and spans as spans. */
function Details({ details }: { details: Readonly<Record<string, unknown>> }) {
  const words = useTexts().frame.time;
  const fact = ([name, value]: readonly [string, unknown]): string[] => {
    if (Array.isArray(value)) return [`${name}: ${value.join(' ')}`];
    if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(fact);
    if (typeof value === 'number' && name.endsWith('Ms'))
      return [`${name.slice(0, -2)}: ${spanText(value / 1_000, words)}`];
    return [`${name}: ${value}`];
  };
  const parts = Object.entries(details).flatMap(fact);
  return parts.length === 0 ? null : <div className="soft breaks">{parts.join(', ')}</div>;
}
