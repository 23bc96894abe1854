/** Statements of all merchants; filters are in the address. */
import { SETTLEMENT_STATES } from '../../../../../domain/settlement.ts';
import type { OperatorStatements } from '../../../../server/operator-money/schemas.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { monthText } from '../../parts/days.ts';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { OPERATOR_MONEY, useMoneyPages } from './data.ts';
import { OPERATOR_MONEY_PATH } from './operator-data.ts';
import { useStatementColumns } from './statement-columns.tsx';
import './money.css';

type Row = OperatorStatements['list'][number];
const NAMES = ['month', 'status', 'merchantKey'] as const;
const isMonth = (text: string | undefined) => text !== undefined && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text);

export default function OperatorStatementsPage() {
  const all = useTexts().money;
  const [filters] = useFilters();
  const { month, status, merchantKey } = filters;
  const asked = { status, merchantKey, ...(isMonth(month) && { month }) };
  const pages = useMoneyPages(OPERATOR_MONEY, '/statements', asked);
  return (
    <Page
      title={all.backOffice.statementsTitle}
      lead={all.backOffice.statementsLead}
      crumbs={[{ title: all.backOffice.title, to: OPERATOR_MONEY_PATH }]}
      actions={<ButtonLink to={`${OPERATOR_MONEY_PATH}/run`}>{all.backOffice.preview}</ButtonLink>}
    >
      <StatementFilters />
      <DataTable<Row>
        label={all.backOffice.statementsTitle}
        columns={useColumns()}
        {...pages}
        keyOf={({ settlementId }) => settlementId}
        to={({ settlementId }) => `${OPERATOR_MONEY_PATH}/statements/${settlementId}`}
        empty={<EmptyState icon="money" title={all.home.noStatements} text={all.home.noneOfFilter} />}
      />
    </Page>
  );
}

function StatementFilters() {
  const texts = useTexts();
  const words = texts.money;
  const states = SETTLEMENT_STATES.map((id) => ({ id, label: texts.frame.state[id] }));
  return (
    <FilterBar names={NAMES}>
      <FilterText name="month" label={`${words.columns.month} (2027-01)`} minLength={7} />
      <FilterSelect name="status" label={words.columns.state} any={words.home.anyState} options={states} />
      <FilterText name="merchantKey" label={words.backOffice.anyMerchant} />
    </FilterBar>
  );
}

function useColumns(): Column<Row>[] {
  const words = useTexts().money;
  const locale = useLocaleTag();
  return [
    {
      id: 'merchant',
      title: words.columns.merchant,
      cell: ({ merchantName, sandbox }) =>
        `${merchantName}${sandbox ? ` · ${words.backOffice.sandbox}` : ''}`,
    },
    {
      id: 'month',
      title: words.columns.month,
      cell: ({ month, part }) =>
        `${monthText(month, locale)}${part > 1 ? ` · ${words.statement.part(part)}` : ''}`,
    },
    ...useStatementColumns<Row>(true),
  ];
}
