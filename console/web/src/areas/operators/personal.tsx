/** What is kept of a traveller: found, counted, and exported or erased by two operators. What is typed is never in the page's address. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FoundOrder } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Answer } from '../../api/routes.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Checkbox } from '../../parts/fields.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, Skeleton } from '../../parts/states.tsx';
import { Day } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { orderPath } from './data.ts';
import { PersonalKept } from './personal-kept.tsx';
import { World } from './search.tsx';
import { SearchForm } from './search-form.tsx';
import './operators.css';

const ROUTE = 'POST /api/operator/personal/find';

/** Asked once for each text: each search for a person is recorded. */
function useOrdersOf(text: string | undefined) {
  return useQuery<Answer<typeof ROUTE>, Refusal>({
    queryKey: ['backOffice personal', text],
    queryFn: ({ signal }) => request(ROUTE, { body: { text: text ?? '' }, signal }),
    enabled: text !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export default function Personal() {
  const texts = useTexts().operators;
  const words = texts.personal;
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string>();
  const { data, error, isFetching } = useOrdersOf(asked);
  return (
    <Page title={words.title} lead={words.lead}>
      <SearchForm
        words={words}
        text={text}
        onChange={setText}
        onSubmit={() => setAsked(text.trim() || undefined)}
        refusal={error}
        isPending={isFetching}
      />
      <div className="stack-l" aria-live="polite">
        {isFetching && !data && <Skeleton lines={4} />}
        {data && <Orders key={asked} orders={data.list} />}
      </div>
      <p className="soft">
        {words.waiting} <Link to="/desk/proposals">{texts.rail.proposals}</Link>.
      </p>
    </Page>
  );
}

function Orders({ orders }: { orders: readonly FoundOrder[] }) {
  const words = useTexts().operators.personal;
  const [only, ...others] = orders;
  const [chosen, setChosen] = useState<readonly string[]>(only && others.length === 0 ? [only.orderId] : []);
  if (orders.length === 0) return <EmptyState icon="search" title={words.nothing} text={words.nothingText} />;
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  return (
    <>
      <Section title={words.orders}>
        <p className="soft">{words.ordersText}</p>
        <ul className="panel rows">
          {orders.map(({ orderId, status, clientReference, tripDate, merchantKey, sandbox }) => (
            <li key={orderId}>
              <span className="words">
                <Checkbox
                  name={orderId}
                  label={orderId}
                  isSelected={chosen.includes(orderId)}
                  onChange={(isChosen) => choose(orderId, isChosen)}
                />
                <StateBadge state={status} />
              </span>
              <span className="words soft">
                {clientReference} <Day date={tripDate} /> {merchantKey} <World sandbox={sandbox} />
                <Link to={orderPath(orderId)} aria-label={words.open(orderId)}>
                  {words.openShort}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {chosen.length > 0 && <PersonalKept orders={[...chosen].sort()} />}
    </>
  );
}
