/** A company's verification: what it sends, its state, and the operator's answer. */
import { useEffect } from 'react';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Note, Skeleton } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useRefreshMe } from '../../shell/session.ts';
import { type Submission, useSubmissions, verificationKey } from './data.ts';
import { Draft } from './draft.tsx';
import { Sent } from './sent.tsx';
import './company.css';

export default function Verification() {
  const words = useTexts().company.verification;
  const { company, membership } = useHere();
  const refresh = useRefreshMe();
  const { data, error, refetch } = useSubmissions(company);
  const [last, ...earlier] = data?.submissions ?? [];
  const isNews = last?.state === 'approved' && membership.liveKey === null;
  // The switch to live opens with the answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the news
  useEffect(() => {
    if (isNews) void refresh();
  }, [isNews]);
  return (
    <Page title={words.title} lead={words.lead} beside={last && <StateBadge state={last.state} />} reading>
      {error && <ErrorState refusal={error} onRetry={refetch} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <CurrentState last={last} before={earlier[0]} />}
    </Page>
  );
}

function CurrentState({ last, before }: { last: Submission | undefined; before: Submission | undefined }) {
  const words = useTexts().company.verification;
  if (!last)
    return (
      <EmptyState
        icon="shield"
        title={words.none}
        action={<Begin verb={words.begin} />}
        text={words.noneText}
      />
    );
  // Each version that somebody else saves is a new component: the form then begins again with it.
  if (last.state === 'draft') return <Draft key={last.submissionId} draft={last} before={before} />;
  return (
    <div className="stack-l">
      <WhatNow submission={last} />
      <Sent submission={last} />
    </div>
  );
}

function WhatNow({ submission }: { submission: Submission }) {
  const words = useTexts().company.verification;
  const { company } = useHere();
  switch (submission.state) {
    case 'approved':
      return (
        <div className="stack">
          <Note tone="good">{words.approved}</Note>
          {submission.note && <Note>{submission.note}</Note>}
          <div>
            <ButtonLink to={`/${company}/live`} tone="main" icon="arrow">
              {words.openLive}
            </ButtonLink>
          </div>
        </div>
      );
    case 'refused':
      return (
        <div className="stack">
          <Note tone="warning">{words.refused}</Note>
          {submission.note && <Note>{submission.note}</Note>}
          <Begin verb={words.correct} />
        </div>
      );
    case 'withdrawn':
      return (
        <div className="stack">
          <Note>{words.withdrawn}</Note>
          <Begin verb={words.goOn} />
        </div>
      );
    default:
      return <Note>{words.waiting}</Note>;
  }
}

function Begin({ verb }: { verb: string }) {
  const words = useTexts().company.verification;
  const { company } = useHere();
  const begin = useAction(
    () => request('POST /api/{company}/console/verification/draft', { params: { company } }),
    {
      invalidates: [verificationKey(company)],
    },
  );
  return (
    <div className="stack">
      {begin.refusal && <ErrorState refusal={begin.refusal} />}
      <div>
        <Button tone="main" isPending={begin.isRunning} onPress={() => begin.run(undefined)}>
          {begin.isRunning ? words.beginning : verb}
        </Button>
      </div>
    </div>
  );
}
