/** The operators' queue of disputed lines: who waits longest stands first. */
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { DESK_MONEY } from './data.ts';
import { DESK } from './desk-data.ts';
import { DisputeTable } from './dispute-table.tsx';
import './money.css';

export default function DeskDisputes() {
  const words = useTexts().money.desk;
  return (
    <Page title={words.disputesTitle} crumbs={[{ title: words.title, to: DESK }]}>
      <DisputeTable source={DESK_MONEY} to={(id) => `${DESK}/disputes/${id}`} />
    </Page>
  );
}
