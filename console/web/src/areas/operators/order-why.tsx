/** Why an order is stuck, where something is wrong with it. */
import { isExpected, type OrderReason, sayReason } from '../../../../../domain/order-reasons.ts';
import { Note } from '../../parts/states.tsx';
import { exact } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useOperatorData } from './data.ts';

/** Temporal is asked for it. */
const EVERY_MS = 20_000;

export function OrderWhy({ orderId }: { orderId: string }) {
  const { why, reasons } = useTexts().operators.order;
  const locale = useLocaleTag();
  const { data } = useOperatorData('GET /api/operator/orders/{orderId}/why', {
    params: { orderId },
    everyMs: EVERY_MS,
  });
  // Its document knows the codes' facts as an open object.
  const reasonList = (data?.list ?? []) as readonly unknown[] as readonly OrderReason[];
  const wrong = reasonList.filter((reason) => !isExpected(reason));
  if (wrong.length === 0) return null;
  return (
    <Note tone="warning">
      <strong>{why}</strong>
      <ul>
        {wrong.map((reason) => (
          <li key={JSON.stringify(reason)}>{sayReason(reasons, withTimes(reason, locale))}</li>
        ))}
      </ul>
    </Note>
  );
}

const INSTANTS = ['at', 'since', 'next'];

/** Its instants as people read them, in the viewer's zone. */
function withTimes(reason: OrderReason, locale: string): OrderReason {
  const facts = Object.entries(reason).map(([name, value]) =>
    INSTANTS.includes(name) && typeof value === 'string'
      ? [name, exact(new Date(value), locale)]
      : [name, value],
  );
  return Object.fromEntries(facts);
}
