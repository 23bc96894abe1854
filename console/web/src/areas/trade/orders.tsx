/** All orders of the merchant; filters and their sort are in the address. */
import { addressOf } from '../../api/client.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { useSelection } from '../../parts/selection.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Filters, searchText, useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { CardRows } from './card-rows.tsx';
import { useOrderCards } from './data.ts';
import { isOwnCompany } from './note-data.ts';
import { isFiltered, OrderFilters, useOrderQuery } from './order-filters.tsx';
import { OrdersBulk } from './orders-bulk.tsx';
import { ViewBar } from './view-bar.tsx';
import './trade.css';

export default function Orders() {
  const here = useHere();
  const { orders: words, bulk } = useTexts().trade;
  const asked = useOrderQuery();
  const orders = useOrderCards(here, asked);
  const rows = orders.rows ?? [];
  const selection = useSelection(rows.map(({ orderId }) => orderId));
  return (
    <Page title={words.title} lead={words.lead} actions={<Download filters={asked} />}>
      {isOwnCompany(here) && <ViewBar query={asked} />}
      <OrderFilters />
      {!orders.rows && <div className="bulk-bar" />}
      <OrdersBulk orders={rows} selection={selection} sort={asked.sort} />
      <CardRows
        selection={selection}
        label={words.title}
        orders={orders.rows}
        error={orders.error}
        refetch={orders.refetch}
        more={orders.more}
        empty={<NoOrders filters={asked} />}
      />
      {rows.length > 1 && <p className="soft keys-hint">{bulk.keys}</p>}
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

function NoOrders({ filters }: { filters: Filters }) {
  const words = useTexts().trade.orders;
  const address = useAddress();
  const { kind } = useHere();
  if (isFiltered(filters)) return <EmptyState icon="orders" title={words.none} text={words.noneText} />;
  if (kind === 'studio') return <EmptyState icon="orders" title={words.empty} text={words.emptyStudio} />;
  const find = (
    <ButtonLink to={address('/find')} tone="main">
      {words.find}
    </ButtonLink>
  );
  return <EmptyState icon="orders" title={words.empty} action={find} text={words.emptyAgency} />;
}
