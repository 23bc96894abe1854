/** Disputed lines in a list: a merchant's own, or all of them for operators. */

import { SelectField } from '../../parts/choices.tsx';
import { monthText } from '../../parts/days.ts';
import { FilterBar } from '../../parts/filters.tsx';
import { Icon } from '../../parts/icon.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { Signed } from './balance.tsx';
import { type DisputeRow, type MoneySource, useMoneyPages } from './data.ts';
import { DisputeBadge } from './dispute-badge.tsx';

const CHOICES = { open: 'true', answered: 'false' } as const;
const isChoice = (text: string | undefined): text is keyof typeof CHOICES =>
  text !== undefined && text in CHOICES;

interface TableProps {
  readonly source: MoneySource;
  readonly to: (disputeId: string) => string;
}

export function DisputeTable({ source, to }: TableProps) {
  const words = useTexts().money.dispute;
  const [{ show }, change] = useFilters();
  // Who answers wants to see what waits.
  const chosen = isChoice(show) ? show : undefined;
  const isOpen = chosen ? CHOICES[chosen] : source.isForOperators && show !== 'any' ? 'true' : undefined;
  const pages = useMoneyPages(source, '/disputes', { isOpen });
  const shown = isOpen === undefined ? 'any' : isOpen === 'true' ? 'open' : 'answered';
  const options = (['any', 'open', 'answered'] as const).map((id) => ({ id, label: words.filter[id] }));
  return (
    <div className="stack">
      <FilterBar names={['show']}>
        <SelectField
          name="show"
          label={words.filter.label}
          isOptional
          options={options}
          value={shown}
          onChange={(value) => change({ show: value })}
        />
      </FilterBar>
      <DataTable<DisputeRow>
        label={words.list}
        columns={useDisputeColumns(source.isForOperators)}
        {...pages}
        keyOf={({ disputeId }) => disputeId}
        to={({ disputeId }) => to(disputeId)}
        empty={
          <NoDisputes waiting={source.isForOperators && shown === 'open'} isFiltered={show !== undefined} />
        }
      />
    </div>
  );
}

/** `waiting`: of the operators' queue, where nothing is good news. */
export function NoDisputes({ waiting, isFiltered = false }: { waiting: boolean; isFiltered?: boolean }) {
  const words = useTexts().money;
  const hint = isFiltered ? undefined : words.dispute.noneText;
  return (
    <EmptyState
      icon="check"
      title={waiting ? words.backOffice.nothingWaits : words.dispute.none}
      text={waiting ? words.backOffice.nothingWaitsText : hint}
    />
  );
}

export function useDisputeColumns(isForOperators: boolean): Column<DisputeRow>[] {
  const words = useTexts().money;
  const locale = useLocaleTag();
  const merchant: Column<DisputeRow> = {
    id: 'merchant',
    title: words.columns.merchant,
    cell: ({ merchantName, sandbox }) => `${merchantName}${sandbox ? ` · ${words.backOffice.sandbox}` : ''}`,
  };
  return [
    ...(isForOperators ? [merchant] : []),
    {
      id: 'month',
      title: words.columns.statement,
      wideOnly: isForOperators,
      cell: ({ month, currency, kind }) => `${monthText(month, locale)} · ${currency} · ${words.kinds[kind]}`,
    },
    {
      id: 'amount',
      title: words.columns.amount,
      isNumber: true,
      cell: ({ amount, currency }) => <Signed amount={amount} currency={currency} />,
    },
    {
      id: 'reason',
      title: words.columns.reason,
      wideOnly: true,
      cell: ({ reason }) => <Short text={reason} />,
    },
    { id: 'state', title: words.columns.state, cell: ({ status }) => <DisputeBadge status={status} /> },
    { id: 'news', title: words.columns.news, wideOnly: true, cell: ({ unread }) => <News count={unread} /> },
    {
      id: 'opened',
      title: words.columns.opened,
      wideOnly: true,
      cell: ({ openedAt }) => <When at={openedAt} />,
    },
  ];
}

function Short({ text }: { text: string }) {
  return <span title={text}>{text.length > 80 ? `${text.slice(0, 79)}…` : text}</span>;
}

/** Messages of the other side that nobody here has seen. */
function News({ count }: { count: number }) {
  const words = useTexts().money.dispute;
  if (count === 0) return null;
  return (
    <span className="news">
      <Icon name="message" size={16} /> {words.news(count)}
    </span>
  );
}
