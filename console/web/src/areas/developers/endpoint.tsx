/** One endpoint: how it did over time, its settings, a test, and what can be done with it. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keyOf, useOperation } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { CopyButton, ShortId } from '../../parts/copy.tsx';
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
  return (
    <section className="stack">
      <h2>{words.facts}</h2>
      <dl className="facts">
        <dt>{words.url}</dt>
        <dd>
          <code>{one.url ?? words.noAddress}</code> {one.url !== null && <CopyButton text={one.url} small />}
        </dd>
        <dt>Id</dt>
        <dd>
          <ShortId id={one.endpointId} />
        </dd>
        <dt>{words.events}</dt>
        <dd>
          <EventTypes types={one.eventTypes} />
        </dd>
        <dt>{words.scheme}</dt>
        <dd>{words.schemes[one.signatureScheme]}</dd>
        {one.secretHint !== null && (
          <>
            <dt>{words.secret}</dt>
            <dd>{words.ends(one.secretHint)}</dd>
          </>
        )}
        {one.publicKey !== null && (
          <>
            <dt>{words.publicKey}</dt>
            <dd>
              <code>{one.publicKey}</code> <CopyButton text={one.publicKey} small />
            </dd>
          </>
        )}
        {one.previousSecretUntil !== null && (
          <>
            <dt>{words.previousUntil}</dt>
            <dd>
              <When at={one.previousSecretUntil} />
            </dd>
          </>
        )}
        <dt>{words.headers}</dt>
        <dd>{headers.length === 0 ? words.none : headers.join(', ')}</dd>
        <dt>{words.maxPerSecond}</dt>
        <dd>{one.maxPerSecond ?? '–'}</dd>
        {one.failingSince !== null && (
          <>
            <dt>{words.failingSince}</dt>
            <dd>
              <When at={one.failingSince} />
            </dd>
          </>
        )}
        {one.heldUntil !== null && (
          <>
            <dt>{words.heldUntil}</dt>
            <dd>
              <When at={one.heldUntil} />
            </dd>
          </>
        )}
        <dt>{words.created}</dt>
        <dd>
          <When at={one.createdAt} />
        </dd>
      </dl>
      <p>
        <Link to={address('/deliveries')} search={{ endpointId: one.endpointId } as never}>
          {words.deliveries}
        </Link>
      </p>
    </section>
  );
}
