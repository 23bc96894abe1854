/** Money for operators: what waits, and the state of each month. */
import { Link } from '@tanstack/react-router';
import type { Months } from '../../../../server/operator-money/schemas.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { monthText } from '../../parts/days.ts';
import { Page, Section } from '../../parts/page.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type DisputeRow, OPERATOR_MONEY, useMoney, useMoneyPages } from './data.ts';
import { NoDisputes, useDisputeColumns } from './dispute-table.tsx';
import { OPERATOR_MONEY_PATH } from './operator-data.ts';
import './money.css';

type Month = Months['months'][number];
const STATES = { ahead: 'draft', running: 'running', due: 'pending', closed: 'done' } as const;
/** A run may be under way. */
const POLL_MS = 10_000;

export default function OperatorMoney() {
  const words = useTexts().money.backOffice;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ButtonLink to={`${OPERATOR_MONEY_PATH}/statements`}>{words.allStatements}</ButtonLink>
          <ButtonLink to={`${OPERATOR_MONEY_PATH}/corrections`}>{words.corrections}</ButtonLink>
        </>
      }
    >
      <Section
        title={words.waiting}
        aside={<ButtonLink to={`${OPERATOR_MONEY_PATH}/disputes`}>{words.disputesTitle}</ButtonLink>}
      >
        <Waiting />
      </Section>
      <Section title={words.months}>
        <MonthTable />
      </Section>
    </Page>
  );
}

function Waiting() {
  const words = useTexts().money.backOffice;
  const pages = useMoneyPages(OPERATOR_MONEY, '/disputes', { isOpen: 'true' });
  return (
    <DataTable<DisputeRow>
      label={words.waiting}
      columns={useDisputeColumns(true)}
      rows={pages.rows?.slice(0, 10)}
      keyOf={({ disputeId }) => disputeId}
      to={({ disputeId }) => `${OPERATOR_MONEY_PATH}/disputes/${disputeId}`}
      error={pages.error}
      refetch={pages.refetch}
      empty={<NoDisputes waiting />}
    />
  );
}

function MonthTable() {
  const all = useTexts().money;
  const words = all.backOffice;
  const locale = useLocaleTag();
  const months = useMoney(OPERATOR_MONEY, '/months', {}, POLL_MS);
  const columns: Column<Month>[] = [
    {
      id: 'month',
      title: all.columns.month,
      cell: ({ month }) => (
        <Link to={`${OPERATOR_MONEY_PATH}/statements`} search={{ month } as never}>
          {monthText(month, locale)}
        </Link>
      ),
    },
    {
      id: 'state',
      title: all.columns.state,
      cell: ({ state, isUnderWay }) => (
        <span className="row">
          <StateBadge state={STATES[state]} word={words.monthState[state]} />
          {isUnderWay && words.underWay}
        </span>
      ),
    },
    {
      id: 'counts',
      title: words.statementsTitle,
      wideOnly: true,
      cell: ({ counts }) => <Counts counts={counts} />,
    },
    {
      id: 'run',
      title: all.columns.action,
      cell: ({ month, state }) => <RunLink month={month} state={state} />,
    },
  ];
  return (
    <DataTable<Month>
      label={words.months}
      columns={columns}
      rows={months.data?.months}
      keyOf={({ month }) => month}
      error={months.error}
      refetch={months.refetch}
      empty={null}
    />
  );
}

function RunLink({ month, state }: Pick<Month, 'month' | 'state'>) {
  const words = useTexts().money.backOffice;
  if (state === 'closed' || state === 'ahead') return null;
  const isEarly = state === 'running';
  return (
    <ButtonLink
      small
      tone="plain"
      to={`${OPERATOR_MONEY_PATH}/run`}
      search={{ month, ...(isEarly && { partial: 'true' }) }}
    >
      {isEarly ? words.run.closeEarly : words.preview}
    </ButtonLink>
  );
}

function Counts({ counts }: { counts: Month['counts'] }) {
  const words = useTexts().money.backOffice.counts;
  const shown = (['open', 'issued', 'disputed', 'paid'] as const).filter((state) => (counts[state] ?? 0) > 0);
  return <>{shown.map((state) => `${counts[state]} ${words[state]}`).join(', ') || '–'}</>;
}
