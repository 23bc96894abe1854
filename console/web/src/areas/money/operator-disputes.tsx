/** The operators' queue of disputed lines: the longest waiting comes first. */
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { OPERATOR_MONEY } from './data.ts';
import { DisputeTable } from './dispute-table.tsx';
import { OPERATOR_MONEY_PATH } from './operator-data.ts';
import './money.css';

export default function OperatorDisputes() {
  const words = useTexts().money.backOffice;
  return (
    <Page title={words.disputesTitle} crumbs={[{ title: words.title, to: OPERATOR_MONEY_PATH }]}>
      <DisputeTable source={OPERATOR_MONEY} to={(id) => `${OPERATOR_MONEY_PATH}/disputes/${id}`} />
    </Page>
  );
}
