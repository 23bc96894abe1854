/** The delivery log: filters are in the address, and can be linked to. */
import { useState } from 'react';
import { EVENT_TYPES } from '../../../../../domain/event-types.ts';
import { RECOVERABLE_STATES } from '../../../../../domain/notification.ts';
import { useOperation, useOperationPages } from '../../api/queries.ts';
import type { Data, Query } from '../../api/types.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { RecoverDialog } from './recover.tsx';
import { Recoveries } from './recoveries.tsx';
import './developers.css';

const NAMES = ['status', 'type', 'endpointId', 'orderId', 'httpStatus'] as const;

type Item = Data<'listNotifications'>['list'][number];

export default function DeliveriesPage() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().developers.deliveries;
  const [filters] = useFilters();
  const { orderId, ...others } = Object.fromEntries(NAMES.map((name) => [name, filters[name]]));
  const isStatement = orderId?.startsWith('STL') ?? false;
  const asked = { ...others, ...(orderId && { [isStatement ? 'settlementId' : 'orderId']: orderId }) };
  const isFiltered = NAMES.some((name) => filters[name] !== undefined);
  const deliveries = useOperationPages(here, 'listNotifications', asked as Query<'listNotifications'>);
  const [isRecovering, setRecovering] = useState(false);
  const recover = here.may('deliveries.write') && (
    <Button onPress={() => setRecovering(true)}>{words.recover}</Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={recover}>
      <Recoveries />
      <DeliveryFilters />
      <DataTable
        label={words.title}
        columns={useColumns()}
        rows={deliveries.rows as readonly Item[] | undefined}
        keyOf={(one) => one.notificationId}
        to={(one) => address(`/deliveries/${one.notificationId}`)}
        error={deliveries.error}
        refetch={deliveries.refetch}
        more={deliveries.more}
        empty={
          <EmptyState
            icon="deliveries"
            title={isFiltered ? words.none : words.empty}
            text={isFiltered ? words.noneText : words.emptyText}
          />
        }
      />
      {isRecovering && <RecoverDialog endpointId={filters.endpointId} onClose={() => setRecovering(false)} />}
    </Page>
  );
}

/** An endpoint by what it was called, or where it is; one that is gone by its id. */
function useEndpointNames(): (endpointId: string) => string {
  const endpoints = useOperation(useHere(), 'listCallbackEndpoints').data?.list;
  return (endpointId) => {
    const { description = '', url = null } = endpoints?.find((one) => one.endpointId === endpointId) ?? {};
    return description || (url === null ? endpointId : new URL(url).host);
  };
}

function useColumns(): Column<Item>[] {
  const words = useTexts().developers.deliveries;
  const events: Readonly<Record<string, string>> = useTexts().frame.events;
  const nameOf = useEndpointNames();
  return [
    {
      id: 'type',
      title: words.columns.type,
      cell: ({ type, orderId, settlementId }) => (
        <span className="delivery-name">
          <span>{events[type] ?? type}</span>
          <code className="soft">{orderId ?? settlementId ?? type}</code>
        </span>
      ),
    },
    { id: 'status', title: words.columns.status, cell: ({ status }) => <StateBadge state={status} /> },
    {
      id: 'endpoint',
      title: words.columns.endpoint,
      wideOnly: true,
      cell: ({ endpointId }) => <span className="breaks">{nameOf(endpointId)}</span>,
    },
    {
      id: 'attempts',
      title: words.columns.attempts,
      isNumber: true,
      wideOnly: true,
      cell: (one) => one.attempts,
    },
    {
      id: 'answer',
      title: words.columns.answer,
      isNumber: true,
      cell: ({ httpStatus }) => httpStatus ?? <span className="soft">{words.noAnswer}</span>,
    },
    { id: 'created', title: words.columns.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
}

function DeliveryFilters() {
  const here = useHere();
  const texts = useTexts();
  const words = texts.developers.deliveries.filters;
  const events: Readonly<Record<string, string>> = texts.frame.events;
  const endpoints = useOperation(here, 'listCallbackEndpoints');
  const states = RECOVERABLE_STATES.map((id) => ({ id, label: texts.frame.state[id] }));
  const types = EVENT_TYPES.map((id) => ({ id, label: events[id] ?? id, help: id }));
  const ends = (endpoints.data?.list ?? []).map((one) => ({
    id: one.endpointId,
    label: one.description || (one.url ?? one.endpointId),
  }));
  return (
    <FilterBar names={NAMES}>
      <FilterSelect name="status" label={words.status} any={words.any} options={states} />
      <FilterSelect name="type" label={words.type} any={words.any} options={types} />
      <FilterSelect name="endpointId" label={words.endpoint} any={words.any} options={ends} />
      <FilterText name="orderId" label={words.order} />
      <FilterText name="httpStatus" label={words.httpStatus} minLength={3} />
    </FilterBar>
  );
}
