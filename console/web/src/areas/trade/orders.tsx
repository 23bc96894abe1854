/** All orders of the merchant; filters are in the address. */
import { ORDER_STATES } from '../../../../../domain/order-state.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { DateField } from '../../parts/date-fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { FilterBar } from '../../parts/table.tsx';
import { type Filters, useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { CardRows } from './card-rows.tsx';
import { useOrderCards } from './data.ts';
import { dayIn } from './days.ts';
import { useFeed } from './feed.ts';
import { SettledText } from './settled-text.tsx';
import './trade.css';

const NAMES = ['text', 'status', 'guideId', 'tripDateFrom', 'tripDateTo', 'clientReference'] as const;

export default function Orders() {
  const here = useHere();
  const words = useTexts().trade.orders;
  const [filters] = useFilters();
  const asked = Object.fromEntries(NAMES.map((name) => [name, filters[name]]));
  const orders = useOrderCards(here, asked);
  useFeed(here);
  return (
    <Page title={words.title} lead={words.lead}>
      <OrderFilters />
      <CardRows
        label={words.title}
        orders={orders.rows}
        error={orders.error}
        onRetry={orders.refetch}
        more={orders.more}
        empty={<NoOrders filters={asked} />}
      />
    </Page>
  );
}

function OrderFilters() {
  const texts = useTexts();
  const words = texts.trade.orders.filters;
  const [filters, change] = useFilters();
  const states = [
    { id: 'any', label: words.anyState },
    ...ORDER_STATES.map((state) => ({ id: state, label: texts.frame.state[state] })),
  ];
  const at = (name: (typeof NAMES)[number]) => ({ name, value: filters[name] ?? '', isOptional: true });
  const dayAt = (name: 'tripDateFrom' | 'tripDateTo') => ({ ...at(name), value: dayIn(filters[name]) });
  const setter = (name: (typeof NAMES)[number]) => (value: string) => change({ [name]: value || undefined });
  return (
    <FilterBar names={NAMES}>
      <SettledText
        {...at('text')}
        label={words.text}
        placeholder={words.textHint}
        minLength={2}
        onSettled={setter('text')}
      />
      <SelectField
        name="status"
        label={words.state}
        options={states}
        value={filters.status ?? 'any'}
        onChange={(value) => change({ status: value === 'any' ? undefined : value })}
      />
      <DateField {...dayAt('tripDateFrom')} label={words.from} onChange={setter('tripDateFrom')} />
      <DateField {...dayAt('tripDateTo')} label={words.to} onChange={setter('tripDateTo')} />
      <SettledText {...at('guideId')} label={words.guide} onSettled={setter('guideId')} />
      <SettledText {...at('clientReference')} label={words.reference} onSettled={setter('clientReference')} />
    </FilterBar>
  );
}

function NoOrders({ filters }: { filters: Filters }) {
  const words = useTexts().trade.orders;
  const address = useAddress();
  const { kind } = useHere();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (isFiltered)
    return (
      <EmptyState icon="orders" title={words.none}>
        {words.noneText}
      </EmptyState>
    );
  if (kind === 'studio')
    return (
      <EmptyState icon="orders" title={words.empty}>
        {words.emptyStudio}
      </EmptyState>
    );
  const find = (
    <ButtonLink to={address('/find')} tone="main">
      {words.find}
    </ButtonLink>
  );
  return (
    <EmptyState icon="orders" title={words.empty} action={find}>
      {words.emptyAgency}
    </EmptyState>
  );
}
