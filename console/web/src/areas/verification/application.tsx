/** One company's verification from the operators' side: the form at the left, its documents beside it. */

import { useQuery } from '@tanstack/react-query';
import type { Application as Answer } from '../../../../server/verification/schemas.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import type { Submission } from '../company/data.ts';
import { Check } from './check.tsx';
import { DocumentPictures } from './document-pictures.tsx';
import '../company/company.css';

const applicationKey = (companyId: string) => ['backOffice', 'verifications', 'of', companyId] as const;

export default function Application() {
  const words = useTexts().company.backOffice;
  const companyId = useParam('companyId');
  const { data, error, refetch } = useQuery<Answer, Refusal>({
    queryKey: applicationKey(companyId),
    queryFn: () => request('GET /api/operator/verifications/{companyId}', { params: { companyId } }),
  });
  const [last, ...earlier] = data?.submissions ?? [];
  return (
    <Page
      title={last?.form.legalName ?? data?.company.name ?? companyId}
      beside={last && <StateBadge state={last.state} />}
      crumbs={[{ title: words.title, to: '/desk/verifications' }]}
    >
      {error && <ErrorState refusal={error} onRetry={refetch} />}
      {!data && !error && <Skeleton lines={10} />}
      {data && !last && <EmptyState icon="shield" title={words.nothingSent} text={words.nothingSentText} />}
      {data && last && (
        <div className="facts-and-timeline">
          <Check key={last.submissionId} company={data.company} submission={last} before={earlier[0]} />
          <div className="stack-l">
            <Section title={words.documents}>
              <DocumentPictures documents={last.documents} />
            </Section>
            <Earlier submissions={earlier} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Earlier({ submissions }: { submissions: readonly Submission[] }) {
  const words = useTexts().company;
  if (submissions.length === 0) return null;
  return (
    <Section title={words.backOffice.earlier}>
      {submissions.map(({ number, state, submittedAt, refused, note }) => (
        <div key={number} className="card stack-s">
          <div className="row">
            <strong>{words.verification.sentTitle(number)}</strong>
            <StateBadge state={state} />
            {submittedAt && <When at={submittedAt} />}
          </div>
          {Object.entries(refused).map(([field, why]) => (
            <p key={field}>
              {words.verification.fields[field as keyof typeof words.verification.fields]}: {why}
            </p>
          ))}
          {note && <p>{note}</p>}
        </div>
      ))}
    </Section>
  );
}
