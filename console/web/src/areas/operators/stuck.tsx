/** Stuck notifications, by merchant and cause. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StuckMerchant } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AskDialog } from './ask.tsx';
import { merchantPath, useMay, useOperatorData } from './data.ts';
import { World } from './search.tsx';
import './operators.css';

const EVERY_MS = 15_000;
/** From so many on nobody counts. */
const MANY = 10_000;

export default function Stuck() {
  const words = useTexts().operators.stuck;
  const { data, error, refetch } = useOperatorData('GET /api/operator/deliveries/stuck', {
    everyMs: EVERY_MS,
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Awaited query={{ data, error, refetch }} lines={6} />
      {data?.list.length === 0 && <EmptyState icon="check" title={words.nothing} text={words.nothingText} />}
      {data?.list.map((merchant) => (
        <OneMerchant key={merchant.merchantKey} merchant={merchant} />
      ))}
    </Page>
  );
}

function OneMerchant({ merchant }: { merchant: StuckMerchant }) {
  const texts = useTexts().operators;
  const words = texts.stuck;
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { merchantKey, name, sandbox, waiting, oldestAt, endpoints } = merchant;
  return (
    <Section
      title={name}
      aside={
        <span className="row">
          <ButtonLink small to={`${merchantPath(merchantKey)}/deliveries`}>
            {words.why}
          </ButtonLink>
          {may('operator.deliveries.write') && (
            <Button small onPress={() => setAsking(true)}>
              {words.retry}
            </Button>
          )}
        </span>
      }
    >
      <div className="panel">
        <span className="words">
          {waiting >= MANY ? words.many : words.waits(waiting)} · {words.oldest} <When at={oldestAt} /> ·{' '}
          <World sandbox={sandbox} />
        </span>
        <ul className="rows">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.endpointId} endpoint={endpoint} />
          ))}
        </ul>
      </div>
      {isAsking && (
        <AskDialog
          title={texts.why.retryTitle}
          consequence={texts.why.retryText}
          verb={words.retry}
          onClose={() => setAsking(false)}
          said={(answer: { endpoints: number }) => texts.why.retried(answer.endpoints)}
          act={() =>
            request('POST /api/operator/merchants/{merchantKey}/deliveries/retry', {
              params: { merchantKey },
            })
          }
        />
      )}
    </Section>
  );
}

function EndpointRow({ endpoint }: { endpoint: StuckMerchant['endpoints'][number] }) {
  const { errors } = useTexts().operators.why;
  const { endpointId, isPaused, since, causes } = endpoint;
  return (
    <li>
      <span className="words">
        <Link to={`/desk/deliveries/${endpointId}`}>{endpointId}</Link>
        <StateBadge state={isPaused ? 'paused' : since === null ? 'pending' : 'failing'} />
        {since !== null && <When at={since} />}
      </span>
      <span className="soft">
        {causes
          .map(
            ({ error, httpStatus, count }) =>
              `${count}× ${errors[error ?? 'not_tried'] ?? error}${httpStatus === null ? '' : ` (${httpStatus})`}`,
          )
          .join(' · ')}
      </span>
    </li>
  );
}
