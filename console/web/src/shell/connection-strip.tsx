/** Above all pages: that there is no connection, how old what is shown is, and what waits to be sent. */
import { Link } from '@tanstack/react-router';
import { useConnection } from '../api/connection.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { exact } from '../parts/time.tsx';
import { useLocaleTag, useTexts } from './preferences.tsx';
import { useMe } from './session.ts';
import { refusalIn, takeBack, useSending, useWaiting, useWaitingAt, type Waiting } from './waiting.ts';
import './connection-strip.css';
import { ownTimeZone } from '../texts/format.ts';

export function ConnectionStrip() {
  useSending();
  const { isAway } = useConnection();
  const waiting = useWaiting();
  return (
    <div className="connection" role="status">
      {isAway && <Away />}
      {waiting.length > 0 && (
        <ul className="bare">
          {waiting.map((one) => (
            <WaitingLine key={one.key} waiting={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Away() {
  const words = useTexts().frame.connection;
  const locale = useLocaleTag();
  const { readAt } = useConnection();
  const own = ownTimeZone();
  return (
    <p>
      <Icon name="warning" size={16} /> <strong>{words.away}</strong>{' '}
      {readAt && words.readAt(exact(readAt, locale, own))}
    </p>
  );
}

function WaitingLine({ waiting }: { waiting: Waiting }) {
  const texts = useTexts();
  const words = texts.frame.connection;
  const { person } = useMe();
  const { company, world, orderId, key } = waiting;
  const refusal = refusalIn(waiting);
  return (
    <li className="row">
      <span>
        <strong>{verbOf(waiting, texts)}</strong>{' '}
        <Link to={`/${company}/${world}/orders/${orderId}`}>{orderId}</Link>{' '}
        {refusal ? `${words.refused} ${sentenceOf(texts, refusal)}` : words.waits}
      </span>
      <Button small tone="quiet" onPress={() => takeBack(person.id, key)}>
        {refusal ? texts.frame.toast.dismiss : words.takeBack}
      </Button>
    </li>
  );
}

function verbOf({ action }: Waiting, { trade }: ReturnType<typeof useTexts>): string {
  return action === 'message' ? trade.messages.send : trade.action[action].verb;
}

/** Where an order's buttons are: what was done to it without a connection. */
export function WaitingNote({ orderId }: { orderId: string }) {
  const texts = useTexts();
  const own = useWaitingAt(orderId);
  if (own.length === 0) return null;
  return (
    <p className="waiting-note">
      <Icon name="audit" size={16} /> {own.map((one) => verbOf(one, texts)).join(', ')}{' '}
      {texts.frame.connection.waits}
    </p>
  );
}
