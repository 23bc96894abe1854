/** What closing a month would issue, before anybody does. */
import { useNavigate } from '@tanstack/react-router';
import type { RunPreview } from '../../../../server/operator-money/schemas.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { monthText } from '../../parts/days.ts';
import { ConfirmButton } from '../../parts/dialog.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState, Note } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { Balance, Signed } from './balance.tsx';
import { OPERATOR_MONEY, oldAfterWrite } from './data.ts';
import { OPERATOR_MONEY_PATH, useMayWrite } from './operator-data.ts';
import { useRunPages } from './run-pages.ts';
import './money.css';

type Total = RunPreview['totals'][number];
type Due = RunPreview['list'][number];

export default function RunPage() {
  const all = useTexts().money;
  const words = all.backOffice.run;
  const locale = useLocaleTag();
  const [{ month, partial }] = useFilters();
  const isPartial = partial === 'true';
  const run = useRunPages(month, isPartial);
  const { preview } = run;
  return (
    <Page
      title={preview ? words.title(monthText(preview.month, locale)) : all.backOffice.preview}
      lead={words.lead}
      crumbs={[{ title: all.backOffice.title, to: OPERATOR_MONEY_PATH }]}
    >
      <Awaited query={{ data: preview, error: run.error, refetch: run.refetch }} lines={8} />
      {preview && (
        <>
          {!preview.isWholeMonth && <Note tone="warning">{words.partial}</Note>}
          <p>
            {words.until} <When at={preview.closeAt} zone={preview.timeZone} isExact />.
          </p>
          {preview.totals.length > 0 && <Totals totals={preview.totals} />}
          <Section title={words.list}>
            <DueTable run={run} />
          </Section>
          {preview.totals.length > 0 && <Confirm preview={preview} />}
        </>
      )}
    </Page>
  );
}

function Totals({ totals }: { totals: readonly Total[] }) {
  const all = useTexts().money;
  const words = all.backOffice.run;
  const columns: Column<Total>[] = [
    {
      id: 'currency',
      title: all.columns.currency,
      cell: ({ currency, sandbox }) => `${currency}${sandbox ? ` · ${all.backOffice.sandbox}` : ''}`,
    },
    { id: 'count', title: words.list, isNumber: true, cell: ({ statements }) => statements },
    {
      id: 'lines',
      title: all.columns.lines,
      isNumber: true,
      wideOnly: true,
      cell: ({ lineCount }) => lineCount,
    },
    sum('dueTo', words.dueTo),
    sum('dueFrom', words.dueFrom),
    sum('commission', all.columns.commission, true),
  ];
  return (
    <Section title={words.totals}>
      <DataTable<Total>
        label={words.totals}
        columns={columns}
        rows={totals}
        keyOf={({ currency, sandbox }) => `${currency}-${sandbox}`}
        empty={null}
      />
    </Section>
  );
}

function sum(id: 'dueTo' | 'dueFrom' | 'commission', title: string, wideOnly = false): Column<Total> {
  const cell = (total: Total) => <Signed amount={total[id]} currency={total.currency} />;
  return { id, title, isNumber: true, wideOnly, cell };
}

function DueTable({ run }: { run: ReturnType<typeof useRunPages> }) {
  const all = useTexts().money;
  const columns: Column<Due>[] = [
    {
      id: 'merchant',
      title: all.columns.merchant,
      cell: ({ merchantName, sandbox }) => `${merchantName}${sandbox ? ` · ${all.backOffice.sandbox}` : ''}`,
    },
    { id: 'currency', title: all.columns.currency, wideOnly: true, cell: ({ currency }) => currency },
    {
      id: 'lines',
      title: all.columns.lines,
      isNumber: true,
      wideOnly: true,
      cell: ({ lineCount }) => lineCount,
    },
    {
      id: 'balance',
      title: all.columns.balance,
      isNumber: true,
      cell: ({ balance, currency }) => <Balance amount={balance} currency={currency} isForOperators />,
    },
  ];
  return (
    <DataTable<Due>
      label={all.backOffice.run.list}
      columns={columns}
      rows={run.rows}
      keyOf={({ settlementId }) => settlementId}
      to={({ settlementId }) => `${OPERATOR_MONEY_PATH}/statements/${settlementId}`}
      more={run.more}
      empty={<EmptyState icon="check" title={all.backOffice.run.none} text={all.backOffice.run.noneText} />}
    />
  );
}

function Confirm({ preview }: { preview: RunPreview }) {
  const all = useTexts().money;
  const words = all.backOffice.run;
  const locale = useLocaleTag();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const { month, isWholeMonth, totals } = preview;
  const count = totals.reduce((all_, { statements }) => all_ + statements, 0);
  const start = useAction(
    () =>
      request('POST /api/operator/money/run', { body: { month, ...(!isWholeMonth && { partial: true }) } }),
    {
      invalidates: oldAfterWrite(OPERATOR_MONEY),
      onDone: () => {
        showToast({ text: words.started });
        void navigate({ to: OPERATOR_MONEY_PATH });
      },
    },
  );
  if (!mayWrite) return <Note>{all.backOffice.resolve.readOnly}</Note>;
  return (
    <div className="row">
      <ConfirmButton
        label={words.go}
        look="danger"
        title={words.title(monthText(month, locale))}
        verb={words.verb(monthText(month, locale))}
        working={words.working}
        tone="danger"
        consequence={<p>{words.consequence(all.statements(count))}</p>}
        onConfirm={() => start.runAsync(undefined)}
      />
    </div>
  );
}
