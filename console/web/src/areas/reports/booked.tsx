/** What came in, by the day of the booking. */
import type { BookedReport } from '../../../../server/reports/schemas.ts';
import { colorOf } from '../../parts/badge.tsx';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { periodsOf } from './bars.ts';
import { useReportQuery } from './data.ts';
import { periodText } from './period-text.ts';
import { NothingInPeriod, ReportSection, useGroupName } from './report-section.tsx';

type Row = BookedReport['list'][number];

export function Booked({ report }: { report: BookedReport }) {
  const words = useTexts().reports.booked;
  const query = useReportQuery();
  const columns = useColumns(report);
  return (
    <ReportSection title={words.title} lead={words.lead(report.timeZone)} name="orders" query={query}>
      {report.list.length > 0 && <Picture report={report} />}
      <DataTable<Row>
        label={words.title}
        columns={columns}
        rows={report.list}
        keyOf={({ period, currency }) => `${period} ${currency}`}
        empty={<NothingInPeriod />}
      />
    </ReportSection>
  );
}

const OUTCOMES = [
  { outcome: 'completed', color: colorOf('completed'), isFaint: false },
  { outcome: 'open', color: colorOf('open'), isFaint: false },
  { outcome: 'refused', color: colorOf('cancelled'), isFaint: true },
  { outcome: 'cancelled', color: colorOf('cancelled'), isFaint: false },
] as const;

function Picture({ report }: { report: BookedReport }) {
  const words = useTexts().reports.booked;
  const locale = useLocaleTag();
  const rows = Map.groupBy(report.list, ({ period }) => period);
  const bars = periodsOf(report).map((period) => ({
    label: periodText(period, report.step, locale),
    parts: OUTCOMES.map(({ outcome, ...look }) => ({
      name: words.outcomes[outcome],
      value: sumOf(rows.get(period) ?? [], outcome),
      ...look,
    })),
  }));
  return (
    <div className="card stack">
      <BarChart label={words.picture(sumOf(report.list, 'orders'))} bars={bars} />
      <dl className="facts" aria-label={words.sums}>
        {[...Map.groupBy(report.list, ({ currency }) => currency)].map(([currency, own]) => (
          <Fact
            key={currency}
            name={words.kept(currency)}
            value={<Money amount={sumOf(own, 'keptAmount')} currency={currency} />}
          />
        ))}
      </dl>
    </div>
  );
}

type Figure = 'orders' | 'completed' | 'open' | 'refused' | 'cancelled' | 'keptAmount';

function sumOf(rows: readonly Row[], figure: Figure): number {
  return rows.reduce((sum, row) => sum + row[figure], 0);
}

function useColumns({ step, list }: BookedReport): Column<Row>[] {
  const words = useTexts().reports.booked;
  const locale = useLocaleTag();
  const nameOf = useGroupName();
  const isOfOne = new Set(list.map(({ currency }) => currency)).size < 2;
  return [
    {
      id: 'period',
      title: nameOf('period'),
      cell: ({ period, currency }) => `${periodText(period, step, locale)}${isOfOne ? '' : ` · ${currency}`}`,
    },
    { id: 'orders', title: words.orders, cell: ({ orders }) => orders, isNumber: true },
    ...OUTCOMES.map(({ outcome }) => ({
      id: outcome,
      title: words.outcomes[outcome],
      cell: (row: Row) => row[outcome],
      isNumber: true,
      wideOnly: outcome !== 'completed',
    })),
    {
      id: 'amount',
      title: words.amount,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      isNumber: true,
      wideOnly: true,
    },
    {
      id: 'kept',
      title: words.keptAmount,
      cell: ({ keptAmount, currency }) => <Money amount={keptAmount} currency={currency} />,
      isNumber: true,
    },
  ];
}
