/** A merchant's money: the month so far, its objections, its statements. */

import { SETTLEMENT_STATES } from '../../../../../domain/settlement.ts';
import { useOperationPages } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { monthText } from '../../parts/days.ts';
import { FilterBar, FilterSelect } from '../../parts/filters.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useMerchantMoney, useMoney } from './data.ts';
import { MonthCard } from './month.tsx';
import { useStatementColumns } from './statement-columns.tsx';
import './money.css';

type Summary = Data<'listSettlements'>['list'][number];

export default function MoneyHome() {
  const words = useTexts().money.home;
  const address = useAddress();
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={<ButtonLink to={address('/money/disputes')}>{words.disputes}</ButtonLink>}
    >
      <Section title={words.soFar}>
        <Months />
      </Section>
      <Section title={words.statements}>
        <Statements />
      </Section>
    </Page>
  );
}

function Months() {
  const words = useTexts().money.home;
  const source = useMerchantMoney();
  const months = useMoney(source, '/month');
  if (!months.data) return <Awaited query={months} lines={6} />;
  const posted = months.data.currencies.filter(({ lineCount }) => lineCount > 0);
  if (posted.length === 0) return <EmptyState icon="money" title={words.none} text={words.noneText} />;
  return (
    <div className="month-cards">
      {posted.map((month) => (
        <MonthCard key={month.settlementId} month={month} />
      ))}
    </div>
  );
}

function Statements() {
  const texts = useTexts();
  const words = texts.money;
  const here = useHere();
  const address = useAddress();
  const [{ status }] = useFilters();
  const isState = SETTLEMENT_STATES.find((state) => state === status);
  const pages = useOperationPages(here, 'listSettlements', isState ? { status: isState } : {});
  const states = SETTLEMENT_STATES.map((id) => ({ id, label: texts.frame.state[id] }));
  return (
    <div className="stack">
      <FilterBar names={['status']}>
        <FilterSelect name="status" label={words.columns.state} any={words.home.anyState} options={states} />
      </FilterBar>
      <DataTable<Summary>
        label={words.home.statements}
        columns={useColumns()}
        {...pages}
        rows={pages.rows as readonly Summary[] | undefined}
        keyOf={({ settlementId }) => settlementId}
        to={({ settlementId }) => address(`/money/statements/${settlementId}`)}
        empty={<NoStatements isFiltered={isState !== undefined} />}
      />
    </div>
  );
}

function NoStatements({ isFiltered }: { isFiltered: boolean }) {
  const words = useTexts().money.home;
  return (
    <EmptyState
      icon="money"
      title={words.noStatements}
      text={isFiltered ? words.noneOfFilter : words.noStatementsText}
    />
  );
}

function useColumns(): Column<Summary>[] {
  const words = useTexts().money;
  const locale = useLocaleTag();
  return [
    {
      id: 'month',
      title: words.columns.month,
      cell: ({ month, part, currency }) =>
        `${monthText(month, locale)} · ${currency}${part > 1 ? ` · ${words.statement.part(part)}` : ''}`,
    },
    ...useStatementColumns<Summary>(),
  ];
}
