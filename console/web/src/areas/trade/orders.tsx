/** All orders of the merchant; filters and their sort are in the address. */
import { useState } from 'react';
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
import { ColumnMenu, useHiddenColumns } from './column-menu.tsx';
import { useOrderCards, useOrderCount } from './data.ts';
import { isOwnCompany } from './note-data.ts';
import { isFiltered, OrderFilters, useOrderQuery, useViewQuery } from './order-filters.tsx';
import { OrderPeek } from './order-peek.tsx';
import { OrdersBulk } from './orders-bulk.tsx';
import { ViewBar } from './view-bar.tsx';
import './trade.css';

export default function Orders() {
  const here = useHere();
  const { orders: words, bulk } = useTexts().trade;
  const asked = useOrderQuery();
  const shown = useViewQuery();
  const [hidden] = useHiddenColumns();
  const [peeked, setPeeked] = useState<string>();
  const orders = useOrderCards(here, asked);
  const rows = orders.rows ?? [];
  const ids = rows.map(({ orderId }) => orderId);
  const selection = useSelection(ids);
  return (
    <Page title={words.title} lead={words.lead} actions={<Download filters={asked} />}>
      {isOwnCompany(here) && <ViewBar query={shown} />}
      <OrderFilters />
      <div className="stack-s">
        <div className="list-head">
          <Count filters={asked} loaded={orders.rows?.length} hasMore={orders.more.has} />
          <ColumnMenu />
        </div>
        {!orders.rows && <div className="bulk-bar" />}
        <OrdersBulk orders={rows} selection={selection} sort={asked.sort} />
        <CardRows
          {...{ selection, hidden }}
          onPeek={setPeeked}
          label={words.title}
          orders={orders.rows}
          error={orders.error}
          refetch={orders.refetch}
          more={orders.more}
          empty={<NoOrders filters={asked} />}
        />
      </div>
      {rows.length > 1 && <p className="soft keys-hint">{bulk.keys}</p>}
      {peeked !== undefined && (
        <OrderPeek orderId={peeked} ids={ids} onMove={setPeeked} onClose={() => setPeeked(undefined)} />
      )}
    </Page>
  );
}

interface CountProps {
  readonly filters: Filters;
  /** Rows that are here; undefined while they are on their way. */
  readonly loaded: number | undefined;
  readonly hasMore: boolean;
}

/** How many orders there are, asked where not all of them are here. */
function Count({ filters, loaded, hasMore }: CountProps) {
  const words = useTexts().trade.orders;
  const { data } = useOrderCount(useHere(), filters, hasMore);
  const said = () => {
    if (loaded === undefined || (hasMore && !data)) return '';
    const { count, isMore } = hasMore && data ? data : { count: loaded, isMore: false };
    return isMore ? words.countMore(count) : words.count(count);
  };
  return (
    <p className="soft" role="status">
      {said()}
    </p>
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
