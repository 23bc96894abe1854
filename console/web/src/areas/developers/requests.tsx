/** Failed requests of the merchant's programs; each leads to what its code means, and to the explorer. */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OPERATION_IDS } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { ComboField } from '../../parts/choices.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { FilterBar, FilterSelect, FilterText, useFilter } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type FailedRequest, useFailedRequests } from './data.ts';
import './developers.css';

const NAMES = ['operation', 'code', 'requestId', 'hours'] as const;
const HOUR_MS = 3_600_000;

export default function RequestsPage() {
  const here = useHere();
  const words = useTexts().developers.requests;
  const [filters] = useFilters();
  const { operation, code, requestId, hours } = filters;
  // Read once, so that a page that is drawn again asks for the same.
  const [now] = useState(Date.now);
  const since = hours === undefined ? undefined : new Date(now - Number(hours) * HOUR_MS).toISOString();
  const requests = useFailedRequests(here, { operation, code, requestId, since });
  const isFiltered = NAMES.some((name) => filters[name] !== undefined);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={<Button onPress={requests.refetch}>{words.refresh}</Button>}
    >
      <RequestFilters />
      <DataTable
        label={words.title}
        columns={useColumns()}
        {...requests}
        keyOf={(one) => one.id}
        empty={
          <EmptyState
            icon="requests"
            title={isFiltered ? words.none : words.empty}
            text={isFiltered ? words.noneText : words.emptyText}
          />
        }
      />
    </Page>
  );
}

function useColumns(): Column<FailedRequest>[] {
  const words = useTexts().developers.requests;
  const address = useAddress();
  const { columns } = words;
  return [
    {
      id: 'operation',
      title: columns.operation,
      cell: ({ method, operation }) => (
        <span className="request-line">
          <span className="soft">{method}</span>{' '}
          {OPERATION_IDS.includes(operation) ? (
            <Link to={address('/explorer')} search={{ operation } as never}>
              <code>{operation}</code>
            </Link>
          ) : (
            <code>{operation}</code>
          )}
        </span>
      ),
    },
    { id: 'code', title: columns.code, cell: (one) => <Code one={one} /> },
    {
      id: 'field',
      title: columns.field,
      cell: ({ path, reason }) =>
        path !== null && (
          <span className="scope-list">
            <code>{path}</code> <span className="soft">{reason}</span>
          </span>
        ),
    },
    { id: 'id', title: columns.id, wideOnly: true, cell: ({ requestId }) => <ShortId id={requestId} /> },
    {
      id: 'key',
      title: columns.key,
      wideOnly: true,
      cell: (one) => one.credentialId ?? one.actingKey ?? '–',
    },
    {
      id: 'took',
      title: columns.duration,
      wideOnly: true,
      isNumber: true,
      cell: (one) => `${one.durationMs} ms`,
    },
    { id: 'at', title: columns.at, cell: ({ occurredAt }) => <When at={occurredAt} /> },
    {
      id: 'open',
      title: columns.open,
      wideOnly: true,
      cell: ({ operation }) =>
        OPERATION_IDS.includes(operation) && (
          <Link className="button plain small" to={address('/explorer')} search={{ operation } as never}>
            {words.explore}
          </Link>
        ),
    },
  ];
}

/** The platform's code, which leads to its entry in the documentation; else the HTTP status. */
function Code({ one }: { one: FailedRequest }) {
  const words = useTexts().developers.requests;
  if (one.code === null || one.docUrl === null) return <span className="numbers">HTTP {one.httpStatus}</span>;
  return (
    <a className="code-link" href={one.docUrl} target="_blank" rel="noreferrer" title={words.docs(one.code)}>
      {one.code}
    </a>
  );
}

function RequestFilters() {
  const words = useTexts().developers.requests;
  const [operation, setOperation] = useFilter('operation');
  const operations = OPERATION_IDS.map((id) => ({ id, label: id }));
  const spans = Object.entries(words.spans).map(([id, label]) => ({ id, label }));
  return (
    <FilterBar names={NAMES}>
      <ComboField
        name="operation"
        label={words.filters.operation}
        isOptional
        options={operations}
        value={operation}
        onChange={setOperation}
      />
      <FilterText name="code" label={words.filters.code} minLength={5} />
      <FilterText name="requestId" label={words.filters.requestId} />
      <FilterSelect name="hours" label={words.filters.since} any={words.filters.any} options={spans} />
    </FilterBar>
  );
}
