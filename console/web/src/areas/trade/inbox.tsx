/** What waits for the studio's word: orders to confirm and changes to answer, the earliest deadline first. */

import { ButtonLink } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useInbox } from './data.ts';
import { InboxChanges } from './inbox-changes.tsx';
import { InboxList } from './inbox-list.tsx';
import './trade.css';

export default function Inbox() {
  const words = useTexts().trade.inbox;
  const { kind } = useHere();
  return (
    <Page title={words.title} lead={kind === 'studio' ? words.lead : undefined}>
      {kind === 'studio' ? <StudioInbox /> : <ForStudios />}
    </Page>
  );
}

function ForStudios() {
  const words = useTexts().trade;
  const address = useAddress();
  return (
    <EmptyState
      title={words.inbox.studiosOnly}
      action={<ButtonLink to={address('/orders')}>{words.rail.orders}</ButtonLink>}
      text={words.inbox.studiosOnlyText}
    />
  );
}

function StudioInbox() {
  const here = useHere();
  const words = useTexts().trade.inbox;
  const inbox = useInbox(here, true);
  if (!inbox.data) return <Awaited query={inbox} lines={8} />;
  const { orders, changes } = inbox.data;
  return (
    <>
      {/* Also where there are none: a question that is open stays, with its answer. */}
      <InboxList orders={orders} />
      {orders.length === 0 && changes.length === 0 && (
        <div className="card">
          <EmptyState title={words.empty} text={words.emptyText} />
        </div>
      )}
      {changes.length > 0 && (
        <Section title={words.changes}>
          <InboxChanges changes={changes} />
        </Section>
      )}
    </>
  );
}
