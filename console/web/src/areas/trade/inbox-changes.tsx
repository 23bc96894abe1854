/** Changes that wait for the studio. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Countdown } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { About } from './about-order.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { ChangeRows } from './change-view.tsx';
import { type InboxChange, useMayTrade, useMerchantClock } from './data.ts';
import { TripText } from './trip.tsx';

interface Chosen {
  readonly change: InboxChange;
  readonly action: 'accept_change' | 'decline_change';
}

export function InboxChanges({ changes }: { changes: readonly InboxChange[] }) {
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <ul className="cards">
        {changes.map((change) => (
          <ChangeCard
            key={change.change.changeId}
            change={change}
            onChoose={(action) => setChosen({ change, action })}
          />
        ))}
      </ul>
      {chosen && (
        <ActionDialog
          order={{ ...chosen.change.order, refund: null, openChange: chosen.change.change }}
          action={chosen.action}
          isDangerous={chosen.action === 'decline_change'}
          about={<About order={chosen.change.order} />}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

interface CardProps {
  readonly change: InboxChange;
  readonly onChoose: (action: Chosen['action']) => void;
}

function ChangeCard({ change: { order, change }, onChoose }: CardProps) {
  const words = useTexts().trade;
  const address = useAddress();
  const mayTrade = useMayTrade();
  const { realTime } = useMerchantClock();
  return (
    <li className="card inbox-card">
      <div className="row row-between">
        <h3 className="card-title">
          <Link to={address(`/orders/${order.orderId}`)} className="card-link">
            {order.guideName}
          </Link>
        </h3>
        {change.answerBy && <Countdown until={realTime(change.answerBy)} />}
      </div>
      <p>
        <TripText trip={order} />
      </p>
      <ChangeRows change={change} />
      {change.reason && <blockquote className="prose quoted">{change.reason}</blockquote>}
      {mayTrade && (
        <div className="row">
          <Button tone="main" onPress={() => onChoose('accept_change')}>
            {words.action.accept_change.verb}
          </Button>
          <Button onPress={() => onChoose('decline_change')}>{words.action.decline_change.verb}</Button>
        </div>
      )}
    </li>
  );
}
