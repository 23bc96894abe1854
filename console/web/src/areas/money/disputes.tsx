/** What a merchant objected to. */
import { Page } from '../../parts/page.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useMerchantMoney } from './data.ts';
import { DisputeTable } from './dispute-table.tsx';
import './money.css';

export default function Disputes() {
  const words = useTexts().money;
  const address = useAddress();
  const source = useMerchantMoney();
  return (
    <Page
      title={words.dispute.list}
      lead={words.dispute.listLead}
      crumbs={[{ title: words.home.title, to: address('/money') }]}
    >
      <DisputeTable source={source} to={(id) => address(`/money/disputes/${id}`)} />
    </Page>
  );
}
