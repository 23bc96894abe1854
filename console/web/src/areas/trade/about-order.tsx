import { Money } from '../../parts/money.tsx';
import type { OrderCard } from './data.ts';
import { TripText } from './trip.tsx';

/** Which order a question is about. */
export function About({ order }: { order: OrderCard }) {
  return (
    <>
      <strong>{order.guideName}</strong> · <TripText trip={order} /> ·{' '}
      <Money amount={order.totalAmount} currency={order.currency} />
    </>
  );
}
