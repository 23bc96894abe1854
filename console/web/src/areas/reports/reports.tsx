/** A merchant's own orders in figures: pictures, the table behind each, and its file. */
import { Page } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { FillSandbox } from '../developers/fill-sandbox.tsx';
import { Booked } from './booked.tsx';
import { BookedDays } from './booked-days.tsx';
import { Cancellations } from './cancellations.tsx';
import { FILTERS, useReport, useReportQuery } from './data.ts';
import { ReportFilters } from './report-filters.tsx';
import { Requests } from './requests.tsx';
import './reports.css';

export default function Reports() {
  const words = useTexts().reports;
  const query = useReportQuery();
  const { kind } = useHere();
  const booked = useReport('orders', query);
  const isFiltered = FILTERS.some((name) => query[name] !== undefined);
  const isEmpty = booked.data?.list.length === 0 && !isFiltered;
  return (
    <Page title={words.title} lead={words.lead}>
      <ReportFilters />
      <Awaited query={booked} lines={8} />
      {isEmpty && <NoOrders />}
      {booked.data && !isEmpty && (
        <>
          <Booked report={booked.data} />
          <Requests />
          <Cancellations />
          {kind === 'studio' && <BookedDays />}
        </>
      )}
    </Page>
  );
}

/** What reports are made of; the sandbox can make some. */
function NoOrders() {
  const words = useTexts().reports;
  const { side, acting, may } = useHere();
  const canFill = side === 'sandbox' && !acting && may('sandbox.write');
  return (
    <div className="stack">
      <EmptyState icon="chart" title={words.empty} text={words.emptyText} />
      {canFill && <FillSandbox />}
    </div>
  );
}
