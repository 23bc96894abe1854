/** One endpoint: how it did over time, its settings, a test, and what can be done with it. */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keyOf, useOperation } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { CopyButton, ShortId } from '../../parts/copy.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { type Endpoint, type EndpointWithSecret, useHistory } from './data.ts';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';
import { EndpointTest } from './endpoint-test.tsx';
import { EventTypes } from './event-types.tsx';
import { HistoryChart } from './history-picture.tsx';
import './developers.css';

export default function EndpointPage() {
  const here = useHere();
  const address = useAddress();
  const endpointId = useParam('endpointId');
  const words = useTexts().developers.endpoints;
  const endpoint = useOperation(here, 'getCallbackEndpoint', { params: { endpointId } });
  const [saved, setSaved] = useState<EndpointWithSecret>();
  const one = endpoint.data;
  const title = one ? one.description || (one.url ?? words.noAddress) : endpointId;
  const invalidates = [keyOf(here, 'getCallbackEndpoint'), keyOf(here, 'listCallbackEndpoints')];
  return (
    <Page
      title={title}
      beside={one && <StateBadge state={one.status} />}
      crumbs={[{ title: words.title, to: address('/endpoints') }]}
      actions={one && <EndpointActions endpoint={one} invalidates={invalidates} onSaved={setSaved} />}
    >
      {endpoint.error && <ErrorState refusal={endpoint.error} onRetry={endpoint.refetch} />}
      {!one && !endpoint.error && <Skeleton lines={6} />}
      {one && (
        <div className="facts-and-timeline">
          <div className="stack-l">
            <Health endpointId={endpointId} />
            {here.may('deliveries.write') && one.url !== null && (
              <Section title={words.testTitle}>
                <EndpointTest endpointId={endpointId} />
              </Section>
            )}
          </div>
          <Facts one={one} />
        </div>
      )}
      {saved?.secret !== undefined && (
        <EndpointSecret secret={saved.secret} onClose={() => setSaved(undefined)} />
      )}
    </Page>
  );
}

function Health({ endpointId }: { endpointId: string }) {
  const here = useHere();
  const words = useTexts().developers;
  const [filters, change] = useFilters();
  const hours = filters.span === 'week' ? 168 : 24;
  const history = useHistory(here, hours);
  const own = history.data?.list.find((one) => one.endpointId === endpointId);
  const spans = [
    { id: 'day', label: words.endpoints.day },
    { id: 'week', label: words.endpoints.week },
  ];
  return (
    <div className="card stack">
      <SelectField
        name="span"
        label={words.endpoints.span}
        options={spans}
        value={filters.span ?? 'day'}
        onChange={(span) => change({ span: span === 'day' ? undefined : span })}
      />
      {history.error && <ErrorState refusal={history.error} />}
      {!history.data && !history.error && <Skeleton lines={4} />}
      {history.data && !own && <p className="soft">{words.endpoints.quiet}</p>}
      {own && <HistoryChart history={own} hours={hours} />}
      {own && own.failures.length > 0 && (
        <p className="row">
          <span className="soft">{words.endpoints.failuresBy}</span>
          {own.failures.map(({ error, count }) => (
            <span key={error} className="numbers">
              {words.deliveries.errors[error] ?? error}: {count}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function Facts({ one }: { one: Endpoint }) {
  const words = useTexts().developers.endpoints;
  const address = useAddress();
  const headers = Object.keys(one.headers);
  const at = (instant: string | null) => instant && <When at={instant} />;
  return (
    <section className="stack">
      <h2>{words.facts}</h2>
      <dl className="facts">
        <Fact
          name={words.url}
          value={one.url === null ? <code>{words.noAddress}</code> : <Copied text={one.url} />}
        />
        <Fact name="Id" value={<ShortId id={one.endpointId} />} />
        <Fact name={words.events} value={<EventTypes types={one.eventTypes} />} />
        <Fact name={words.scheme} value={words.schemes[one.signatureScheme]} />
        <Fact name={words.secret} value={one.secretHint && words.ends(one.secretHint)} />
        <Fact name={words.publicKey} value={one.publicKey && <Copied text={one.publicKey} />} />
        <Fact name={words.previousUntil} value={at(one.previousSecretUntil)} />
        <Fact name={words.headers} value={headers.length === 0 ? words.none : headers.join(', ')} />
        <Fact name={words.maxPerSecond} value={one.maxPerSecond ?? '–'} />
        <Fact name={words.failingSince} value={at(one.failingSince)} />
        <Fact name={words.heldUntil} value={at(one.heldUntil)} />
        <Fact name={words.created} value={at(one.createdAt)} />
      </dl>
      <p>
        <Link to={address('/deliveries')} search={{ endpointId: one.endpointId } as never}>
          {words.deliveries}
        </Link>
      </p>
    </section>
  );
}

function Copied({ text }: { text: string }) {
  return (
    <>
      <code>{text}</code> <CopyButton text={text} small />
    </>
  );
}
