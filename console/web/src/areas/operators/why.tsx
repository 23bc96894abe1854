/** Why a merchant gets nothing, on one page. */

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DiagnosedEndpoint, Diagnosis } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, Note } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import type { Texts } from '../../texts/index.ts';
import { AskDialog } from './ask.tsx';
import { merchantPath, orderPath, useMay, useOperatorData } from './data.ts';
import './operators.css';

/** How often failures and retries are read again. */
const EVERY_MS = 10_000;

export default function Why() {
  const words = useTexts().operators.why;
  const key = useParam('merchantKey');
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const params = { merchantKey: key };
  const merchant = useOperatorData('GET /api/operator/merchants/{merchantKey}', { params });
  const { data, error, refetch } = useOperatorData('GET /api/operator/merchants/{merchantKey}/deliveries', {
    params,
    everyMs: EVERY_MS,
  });
  return (
    <Page
      title={words.title(merchant.data?.name ?? key)}
      crumbs={[{ title: merchant.data?.name ?? words.back, to: merchantPath(key) }]}
      actions={
        may('operator.deliveries.write') && (
          <Button tone="main" onPress={() => setAsking(true)}>
            {words.retry}
          </Button>
        )
      }
    >
      <Awaited query={{ data, error, refetch }} lines={8} />
      {data && <Loaded diagnosis={data} />}
      {isAsking && (
        <AskDialog
          title={words.retryTitle}
          consequence={words.retryText}
          verb={words.retry}
          onClose={() => setAsking(false)}
          said={({ endpoints }: { endpoints: number }) => words.retried(endpoints)}
          act={() => request('POST /api/operator/merchants/{merchantKey}/deliveries/retry', { params })}
        />
      )}
    </Page>
  );
}

function Loaded({ diagnosis: { findings, endpoints, events } }: { diagnosis: Diagnosis }) {
  const texts = useTexts();
  const words = texts.operators.why;
  const named: Readonly<Record<string, string>> = texts.frame.events;
  return (
    <>
      <ul className="stack-s">
        {findings.map((finding) => (
          <li key={`${finding.code}${finding.endpointId ?? ''}`}>
            <Note tone={finding.code === 'nothing_wrong' ? 'good' : 'warning'}>
              {finding.endpointId && <code>{finding.endpointId}</code>} {sentence(words, finding)}
            </Note>
          </li>
        ))}
      </ul>
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.endpointId} endpoint={endpoint} />
      ))}
      {events.length > 0 && (
        <Section title={words.events}>
          <ul className="panel rows">
            {events.map(({ type, count, lastAt }) => (
              <li key={type}>
                <span className="words">
                  <span title={type}>{named[type] ?? type}</span> {count}
                </span>
                <span className="soft">
                  <When at={lastAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

type Words = Texts['operators']['why'];

function sentence(words: Words, { code, count = 0 }: Diagnosis['findings'][number]): string {
  const { findings, notifications } = words;
  switch (code) {
    case 'endpoint_paused':
    case 'endpoint_failing':
    case 'waiting_only':
      return findings[code](notifications(count));
    case 'filter_excludes':
    case 'orders_not_started':
      return findings[code](count);
    default:
      return (findings as unknown as Record<string, string>)[code] ?? code;
  }
}

function Endpoint({ endpoint }: { endpoint: DiagnosedEndpoint }) {
  const words = useTexts().operators.why;
  const { origin, description, state, since } = endpoint;
  const place = origin === null ? words.noAddress : new URL(origin).host;
  return (
    <Section
      title={description === '' ? place : `${description} · ${place}`}
      aside={
        <span className="words">
          <StateBadge state={origin === null ? 'none' : state} />
          {since !== null && <When at={since} />}
        </span>
      }
    >
      <div className="panel">
        <EndpointFacts endpoint={endpoint} />
        <h3>{words.attempts}</h3>
        {endpoint.lastAttempts.length === 0 && <p className="soft">{words.noAttempts}</p>}
        <ul className="rows">
          {endpoint.lastAttempts.map((attempt) => (
            <AttemptRow key={`${attempt.notificationId} ${attempt.number}`} attempt={attempt} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

function EndpointFacts({ endpoint }: { endpoint: DiagnosedEndpoint }) {
  const words = useTexts().operators.why;
  const { origin, waiting, oldestAt, nextAttemptAt, heldUntil, eventTypes, maxPerSecond } = endpoint;
  const at = (instant: string | null) =>
    instant === null ? <span className="soft">{words.none}</span> : <When at={instant} />;
  return (
    <dl className="facts">
      <Fact
        name={words.endpoint}
        value={
          <>
            <code>{endpoint.endpointId}</code> {origin ?? words.noAddress}
          </>
        }
      />
      <Fact
        name={words.waiting}
        value={
          waiting > 0 ? (
            <Link to={`/desk/deliveries/${endpoint.endpointId}`}>{words.notifications(waiting)}</Link>
          ) : (
            0
          )
        }
      />
      <Fact name={words.oldest} value={at(oldestAt)} />
      <Fact name={words.next} value={at(nextAttemptAt)} />
      <Fact name={words.held} value={at(heldUntil)} />
      <Fact
        name={words.filter}
        value={eventTypes.includes('*') ? words.everything : <code>{eventTypes.join(' ')}</code>}
      />
      <Fact name={words.limit} value={maxPerSecond === null ? words.none : words.perSecond(maxPerSecond)} />
    </dl>
  );
}

function AttemptRow({ attempt }: { attempt: DiagnosedEndpoint['lastAttempts'][number] }) {
  const words = useTexts().operators.why;
  const events: Readonly<Record<string, string>> = useTexts().frame.events;
  const { type, subjectId, number, error, httpStatus, responseExcerpt, startedAt, durationMs } = attempt;
  return (
    <li>
      <span className="words">
        <StateBadge
          state={error === null ? 'delivered' : 'failed'}
          word={words.errors[error ?? 'none'] ?? error ?? ''}
        />
        {httpStatus !== null && <code>{httpStatus}</code>}
        <span className="soft">
          <span title={type}>{events[type] ?? type}</span> ·{' '}
          {subjectId.startsWith('ORD') ? <Link to={orderPath(subjectId)}>{subjectId}</Link> : subjectId} · #
          {number}
        </span>
      </span>
      <span className="soft">
        <When at={startedAt} /> · {durationMs} ms
      </span>
      {error !== null && responseExcerpt !== null && responseExcerpt !== '' && (
        <span className="excerpt soft">
          {words.answered}: {responseExcerpt.slice(0, 300)}
        </span>
      )}
    </li>
  );
}
