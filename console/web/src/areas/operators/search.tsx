/** One box for everything. What may be somebody's phone or address is never in the page's address. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Found, FoundMerchant, FoundOrder } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, Skeleton } from '../../parts/states.tsx';
import { Day } from '../../parts/time.tsx';
import { isPersonal, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { AuditRows } from './audit-rows.tsx';
import { merchantPath, orderPath } from './data.ts';
import { SearchForm } from './search-form.tsx';
import './operators.css';

/** Asked once for each text: each search for a person is recorded. */
function useSearch(text: string | undefined) {
  return useQuery<Found, Refusal>({
    queryKey: ['backOffice search', text],
    queryFn: ({ signal }) => request('POST /api/operator/search', { body: { text: text ?? '' }, signal }),
    enabled: text !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export default function Search() {
  const words = useTexts().operators.search;
  const [filters, change] = useFilters();
  const [text, setText] = useState(filters.q ?? '');
  const [personal, setPersonal] = useState<string>();
  const { data: answer, error, isFetching, refetch } = useSearch(personal ?? filters.q);
  const submit = () => {
    const typed = text.trim();
    if (typed === '') return;
    const isHidden = isPersonal(typed);
    const isSame = typed === (personal ?? filters.q);
    setPersonal(isHidden ? typed : undefined);
    if (isSame) void refetch();
    else change({ q: isHidden ? undefined : typed });
  };
  return (
    <Page title={words.title}>
      <SearchForm
        words={words}
        text={text}
        onChange={setText}
        onSubmit={submit}
        refusal={error}
        isPending={isFetching}
      />
      <div className="stack-l" aria-live="polite">
        {isFetching && !answer && <Skeleton lines={4} />}
        {answer && <Results found={answer} />}
      </div>
    </Page>
  );
}

function Results({ found }: { found: Found }) {
  const roles: Readonly<Record<string, string>> = useTexts().account.roles;
  const words = useTexts().operators.search;
  const isEmpty = Object.values(found).every((rows) => rows.length === 0);
  if (isEmpty) return <EmptyState icon="search" title={words.nothing} text={words.nothingText} />;
  return (
    <>
      <Group title={words.orders} rows={found.orders} keyOf={(row) => row.orderId} row={orderRow} />
      <Group
        title={words.merchants}
        rows={found.merchants}
        keyOf={(row) => row.merchantKey}
        row={merchantRow}
      />
      <Group
        title={words.guides}
        rows={found.guides}
        keyOf={(row) => row.guideId}
        row={({ guideId, name, studioKey, sandbox }) => (
          <>
            <span className="words">
              {name} <ShortId id={guideId} />
            </span>
            <span className="words">
              <Link to={merchantPath(studioKey)}>{studioKey}</Link> <World sandbox={sandbox} />
            </span>
          </>
        )}
      />
      <Group
        title={words.companies}
        rows={found.companies}
        keyOf={(row) => row.companyId}
        row={({ companyId, name, sandboxKey, liveKey }) => (
          <>
            <span className="words">
              {name} <code>{companyId}</code>
            </span>
            <span className="words">
              <Link to={merchantPath(sandboxKey)}>{sandboxKey}</Link>
              {liveKey !== null && <Link to={merchantPath(liveKey)}>{liveKey}</Link>}
            </span>
          </>
        )}
      />
      <Group
        title={words.people}
        rows={found.people}
        keyOf={(row) => String(row.personId)}
        row={({ name, email, isOperator, companies }) => (
          <>
            <span className="words">
              {name} <span className="soft">{email}</span>
            </span>
            <span className="words soft">
              {isOperator && words.operator}
              {companies
                .map((company) => `${company.name} (${roles[company.role] ?? company.role})`)
                .join(', ')}
            </span>
          </>
        )}
      />
      <Group
        title={words.failures}
        rows={found.failures}
        keyOf={(row) => `${row.requestId}${row.occurredAt}`}
        row={({ operation, merchantKey, httpStatus, code, path, reason }) => (
          <>
            <span className="words">
              <code>{operation}</code> <span>{code ?? httpStatus}</span>{' '}
              <span className="soft">
                {path} {reason}
              </span>
            </span>
            <Link to={merchantPath(merchantKey)}>{merchantKey}</Link>
          </>
        )}
      />
      {found.requests.length > 0 && (
        <Section title={words.changes}>
          <AuditRows rows={found.requests} />
        </Section>
      )}
    </>
  );
}

function Group<Row>({
  title,
  rows,
  keyOf,
  row,
}: {
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  row: (row: Row) => ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="panel rows">
        {rows.map((one) => (
          <li key={keyOf(one)}>{row(one)}</li>
        ))}
      </ul>
    </Section>
  );
}

const orderRow = ({ orderId, status, clientReference, tripDate, merchantKey, sandbox }: FoundOrder) => (
  <>
    <span className="words">
      <Link to={orderPath(orderId)}>{orderId}</Link> <StateBadge state={status} />
    </span>
    <span className="words soft">
      {clientReference} <Day date={tripDate} /> {merchantKey} <World sandbox={sandbox} />
    </span>
  </>
);

const merchantRow = ({ merchantKey, name, status, sandbox }: FoundMerchant) => (
  <>
    <span className="words">
      <Link to={merchantPath(merchantKey)}>{name}</Link> <StateBadge state={status} />
    </span>
    <span className="words soft">
      {merchantKey} <World sandbox={sandbox} />
    </span>
  </>
);

/** Live is what matters: it is said of the sandbox only. */
export function World({ sandbox }: { sandbox: boolean }) {
  const words = useTexts().operators.worlds;
  return <span className="soft">{sandbox ? words.sandbox : words.live}</span>;
}
