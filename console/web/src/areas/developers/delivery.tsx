/** One notification: what is sent, and every attempt with its request and answer. */

import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { keyOf, useOperation } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { CodeSample, ShortId } from '../../parts/copy.tsx';
import { ConfirmButton } from '../../parts/dialog.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { Attempts } from './attempts.tsx';
import type { Notification } from './data.ts';
import { pretty } from './pretty.ts';
import './developers.css';

/** How often it is read again while it is on its way, in ms. */
const EVERY_MS = 3_000;

export default function DeliveryPage() {
  const here = useHere();
  const address = useAddress();
  const notificationId = useParam('notificationId');
  const words = useTexts().developers.deliveries;
  const params = { notificationId };
  const known = useOperation(here, 'getNotification', { params });
  const isOpen = known.data?.status === 'pending';
  const notification = useOperation(here, 'getNotification', {
    params,
    refetchInterval: isOpen ? EVERY_MS : 0,
  });
  const one = notification.data;
  return (
    <Page
      title={one?.type ?? words.detail}
      beside={one && <StateBadge state={one.status} />}
      crumbs={[{ title: words.title, to: address('/deliveries') }]}
      actions={one && here.may('deliveries.write') && <Redeliver one={one} />}
    >
      {notification.error && <ErrorState refusal={notification.error} onRetry={notification.refetch} />}
      {!one && !notification.error && <Skeleton lines={6} />}
      {one && (
        <div className="facts-and-timeline">
          <div className="stack-l">
            <Section title={words.sent}>
              <p className="soft">{words.sentText}</p>
              <CodeSample label="application/json" code={pretty(one.body)} />
            </Section>
            <Section title={words.attempts}>
              <Attempts attempts={one.attemptLog} />
            </Section>
          </div>
          <Facts one={one} />
        </div>
      )}
    </Page>
  );
}

function Redeliver({ one }: { one: Notification }) {
  const here = useHere();
  const client = useQueryClient();
  const words = useTexts().developers.deliveries;
  if (one.status === 'unsubscribed') return null;
  const redeliver = async () => {
    await call(here, 'redeliverNotification', { params: { notificationId: one.notificationId } });
    showToast({ text: words.redelivered });
    await client.invalidateQueries({ queryKey: keyOf(here, 'getNotification') });
    await client.invalidateQueries({ queryKey: keyOf(here, 'listNotifications') });
  };
  return (
    <ConfirmButton
      look="main"
      title={words.redeliverTitle}
      consequence={words.redeliverConsequence}
      verb={words.redeliver}
      working={words.redelivering}
      onConfirm={redeliver}
    />
  );
}

function Facts({ one }: { one: Notification }) {
  const words = useTexts().developers.deliveries;
  const address = useAddress();
  return (
    <section className="stack">
      <h2>{words.facts}</h2>
      <dl className="facts">
        <Fact name="Id" value={<ShortId id={one.notificationId} />} />
        <Fact
          name={words.columns.endpoint}
          value={<Link to={address(`/endpoints/${one.endpointId}`)}>{one.endpointId}</Link>}
        />
        <Fact
          name={words.subject}
          value={one.orderId && <Link to={address(`/orders/${one.orderId}`)}>{one.orderId}</Link>}
        />
        <Fact name={words.subject} value={one.settlementId && <ShortId id={one.settlementId} />} />
        <Fact name={words.columns.created} value={<When at={one.createdAt} isExact />} />
        <Fact
          name={words.acknowledged}
          value={one.acknowledgedAt && <When at={one.acknowledgedAt} isExact />}
        />
        <Fact name={words.next} value={one.nextAttemptAt && <When at={one.nextAttemptAt} />} />
      </dl>
    </section>
  );
}
