/** All orders of the merchant; filters are in the address. */
import { ORDER_STATES } from '../../../../../domain/order-state.ts';
import { addressOf } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { FilterBar, FilterDay, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Filters, searchText, useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { CardRows } from './card-rows.tsx';
import { useOrderCards } from './data.ts';
import { isOwnCompany } from './note-data.ts';
import { useColleagues } from './order-assignee.tsx';
import './trade.css';

const NAMES = [
  'text',
  'status',
  'guideId',
  'tripDateFrom',
  'tripDateTo',
  'clientReference',
  'assigned',
] as const;

export default function Orders() {
  const here = useHere();
  const words = useTexts().trade.orders;
  const [filters] = useFilters();
  const asked = Object.fromEntries(NAMES.map((name) => [name, filters[name]]));
  const orders = useOrderCards(here, asked);
  return (
    <Page title={words.title} lead={words.lead} actions={<Download filters={asked} />}>
      <OrderFilters />
      <CardRows
        label={words.title}
        orders={orders.rows}
        error={orders.error}
        refetch={orders.refetch}
        more={orders.more}
        empty={<NoOrders filters={asked} />}
      />
    </Page>
  );
}

/** All that the filters take, not this page of it. */
function Download({ filters }: { filters: Filters }) {
  const { company, world } = useHere();
  const words = useTexts().trade.orders;
  const route = addressOf('GET /api/{company}/{world}/console/orders.csv', { company, world });
  return (
    <a className="button plain" href={`${route}${searchText(filters)}`} download>
      <Icon name="download" />
      {words.csv}
    </a>
  );
}

/** Me, nobody, or a colleague; who has left had their orders taken away. */
function AssignedFilter() {
  const words = useTexts().trade.assigned;
  const { person } = useMe();
  const others = useColleagues().filter(({ personId }) => personId !== person.id);
  const options = [
    { id: 'me', label: words.me },
    { id: 'nobody', label: words.nobody },
    ...others.map(({ personId, name }) => ({ id: String(personId), label: name })),
  ];
  return <FilterSelect name="assigned" label={words.filter} any={words.anybody} options={options} />;
}

function OrderFilters() {
  const here = useHere();
  const texts = useTexts();
  const words = texts.trade.orders.filters;
  const states = ORDER_STATES.map((id) => ({ id, label: texts.frame.state[id] }));
  return (
    <FilterBar names={NAMES}>
      <FilterText name="text" label={words.text} placeholder={words.textHint} minLength={2} />
      <FilterSelect name="status" label={words.state} any={words.anyState} options={states} />
      <FilterDay name="tripDateFrom" label={words.from} />
      <FilterDay name="tripDateTo" label={words.to} />
      {isOwnCompany(here) && <AssignedFilter />}
      <FilterText name="guideId" label={words.guide} />
      <FilterText name="clientReference" label={words.reference} />
    </FilterBar>
  );
}

function NoOrders({ filters }: { filters: Filters }) {
  const words = useTexts().trade.orders;
  const address = useAddress();
  const { kind } = useHere();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (isFiltered) return <EmptyState icon="orders" title={words.none} text={words.noneText} />;
  if (kind === 'studio') return <EmptyState icon="orders" title={words.empty} text={words.emptyStudio} />;
  const find = (
    <ButtonLink to={address('/find')} tone="main">
      {words.find}
    </ButtonLink>
  );
  return <EmptyState icon="orders" title={words.empty} action={find} text={words.emptyAgency} />;
}
