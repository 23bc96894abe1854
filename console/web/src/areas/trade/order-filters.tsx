/** What the list of orders is filtered and sorted by; all of it is in the address. */
import { ORDER_SORTS, type OrderSort, sortOf } from '../../../../../domain/order-sort.ts';
import { ORDER_STATES } from '../../../../../domain/order-state.ts';
import { SelectField } from '../../parts/choices.tsx';
import { FilterBar, FilterDay, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere, useMe } from '../../shell/session.ts';
import { isOwnCompany } from './note-data.ts';
import { useColleagues } from './order-assignee.tsx';

const FILTERS = [
  'text',
  'status',
  'guideId',
  'tripDateFrom',
  'tripDateTo',
  'clientReference',
  'assigned',
] as const;

/** Filters and sort, as the list's query. */
export function useOrderQuery(): Filters {
  const [address] = useFilters();
  return Object.fromEntries([...FILTERS, 'sort'].map((name) => [name, address[name]]));
}

/** What a saved view keeps: the list's query, and which columns are hidden. */
export function useViewQuery(): Filters {
  const query = useOrderQuery();
  const [{ hidden }] = useFilters();
  return { ...query, hidden };
}

export function isFiltered(query: Filters): boolean {
  return FILTERS.some((name) => query[name] !== undefined);
}

export function OrderFilters() {
  const here = useHere();
  const texts = useTexts();
  const words = texts.trade.orders.filters;
  const states = ORDER_STATES.map((id) => ({ id, label: texts.frame.state[id] }));
  return (
    <FilterBar names={FILTERS}>
      <FilterText name="text" label={words.text} placeholder={words.textHint} minLength={2} />
      <FilterSelect name="status" label={words.state} any={words.anyState} options={states} />
      <FilterDay name="tripDateFrom" label={words.from} />
      <FilterDay name="tripDateTo" label={words.to} />
      {isOwnCompany(here) && <AssignedFilter />}
      <FilterText name="guideId" label={words.guide} />
      <FilterText name="clientReference" label={words.reference} />
      <SortField />
    </FilterBar>
  );
}

/** Me, nobody, or a colleague. A view or a link may also name oneself by number, or somebody who has left since. */
function AssignedFilter() {
  const words = useTexts().trade.assigned;
  const { person } = useMe();
  const [{ assigned = 'me' }] = useFilters();
  const me = assigned === String(person.id) ? assigned : 'me';
  const others = useColleagues().filter(({ personId }) => personId !== person.id);
  const known = [
    { id: me, label: words.me },
    { id: 'nobody', label: words.nobody },
    ...others.map(({ personId, name }) => ({ id: String(personId), label: name })),
  ];
  const isKnown = known.some(({ id }) => id === assigned);
  const options = isKnown ? known : [...known, { id: assigned, label: words.somebodyElse }];
  return <FilterSelect name="assigned" label={words.filter} any={words.anybody} options={options} />;
}

/** What is usual is not in the address: it follows the filters. */
function SortField() {
  const words = useTexts().trade.orders.sort;
  const [{ sort, tripDateFrom, tripDateTo }, change] = useFilters();
  const usual = sortOf({ tripDateFrom, tripDateTo });
  return (
    <SelectField
      name="sort"
      label={words.label}
      isOptional
      options={ORDER_SORTS.map((id) => ({ id, label: words.by[id] }))}
      value={isSort(sort) ? sort : usual}
      onChange={(id) => change({ sort: id === usual ? undefined : id })}
    />
  );
}

const isSort = (name: string | undefined): name is OrderSort =>
  (ORDER_SORTS as readonly (string | undefined)[]).includes(name);
