/** The merchant's endpoints, with how they did in the last day. */
import { useState } from 'react';
import { keyOf, useOperation } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type Endpoint, type EndpointHistory, type EndpointWithSecret, useHistory } from './data.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';
import { EventTypes } from './event-types.tsx';
import { Spark } from './history-picture.tsx';
import './developers.css';

export default function EndpointsPage() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().developers.endpoints;
  const endpoints = useOperation(here, 'listCallbackEndpoints');
  const history = useHistory(here, 24);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<EndpointWithSecret>();
  const columns = useColumns(history.data?.list);
  const mayWrite = here.may('endpoints.write');
  const add = (
    <Button tone="main" icon="plus" onPress={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={mayWrite && add}>
      <DataTable
        label={words.title}
        columns={columns}
        rows={endpoints.data?.list.filter(isShown)}
        keyOf={(one) => one.endpointId}
        to={(one) => address(`/endpoints/${one.endpointId}`)}
        error={endpoints.error}
        refetch={endpoints.refetch}
        empty={
          <EmptyState icon="endpoint" title={words.empty} action={mayWrite && add} text={words.emptyText} />
        }
      />
      {isAdding && (
        <EndpointForm
          first={endpoints.data?.list.find((one) => one.isFirst && one.url === null)}
          invalidates={[keyOf(here, 'listCallbackEndpoints')]}
          onClose={() => setAdding(false)}
          onSaved={setMade}
        />
      )}
      {made?.secret !== undefined && (
        <EndpointSecret secret={made.secret} onClose={() => setMade(undefined)} />
      )}
    </Page>
  );
}

/** The first endpoint is there from the beginning; without an address it is as good as none. */
const isShown = ({ isFirst, url }: Endpoint) => !isFirst || url !== null;

function useColumns(histories: readonly EndpointHistory[] | undefined): Column<Endpoint>[] {
  const words = useTexts().developers.endpoints;
  return [
    {
      id: 'url',
      title: words.url,
      cell: ({ url, description }) => (
        <span className="stack-s">
          <span className="request-line">{url ?? words.noAddress}</span>
          {description !== '' && <span className="soft">{description}</span>}
        </span>
      ),
    },
    { id: 'status', title: words.state, cell: ({ status }) => <StateBadge state={status} /> },
    {
      id: 'events',
      title: words.events,
      wideOnly: true,
      cell: ({ eventTypes }) => <EventTypes types={eventTypes} />,
    },
    {
      id: 'health',
      title: words.day,
      wideOnly: true,
      cell: ({ endpointId }) =>
        histories && <Spark history={histories.find((one) => one.endpointId === endpointId)} />,
    },
  ];
}
