/** The back office's first page: what needs an operator now, each with a link. */
import { Link } from '@tanstack/react-router';
import type { Pile } from '../../../../server/operators/answers.ts';
import type { IconName } from '../../parts/icon.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useOperatorData } from './data.ts';
import './operators.css';

/** How often it is read again, since it changes by itself. */
const EVERY_MS = 30_000;

/** The page of each; without one, only what to do is shown. */
const WAYS: Partial<Record<Pile['kind'], string>> = {
  deliveries: '/desk/deliveries',
  endpoints: '/desk/deliveries',
  proposals: '/desk/proposals',
  disputes: '/desk/money',
  statements: '/desk/money',
  verifications: '/desk/verifications',
};
const ICONS: Record<Pile['kind'], IconName> = {
  orders: 'orders',
  deliveries: 'deliveries',
  endpoints: 'endpoint',
  proposals: 'check',
  disputes: 'money',
  verifications: 'shield',
  mails: 'message',
  statements: 'money',
};

export default function OperatorHome() {
  const words = useTexts().operators.backOffice;
  const home = useOperatorData('GET /api/operator/desk', { everyMs: EVERY_MS });
  return (
    <Page title={words.title} lead={words.lead}>
      <Awaited query={home} lines={5} />
      {home.data?.piles.length === 0 && (
        <EmptyState icon="check" title={words.nothing} text={words.nothingText} />
      )}
      {home.data && home.data.piles.length > 0 && (
        <ul className="piles">
          {home.data.piles.map((pile) => (
            <OnePile key={pile.kind} pile={pile} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function OnePile({ pile: { kind, count, since } }: { pile: Pile }) {
  const words = useTexts().operators.backOffice;
  const to = WAYS[kind];
  const help = (words.help as Partial<Record<Pile['kind'], string>>)[kind];
  const text = words.piles[kind](count);
  return (
    <li className="pile">
      <Icon name={ICONS[kind]} />
      <div className="stack-s">
        {to === undefined ? <strong>{text}</strong> : <Link to={to}>{text}</Link>}
        {help && <span className="soft">{help}</span>}
      </div>
      {since !== null && (
        <span className="soft">
          {words.oldest} <When at={since} />
        </span>
      )}
    </li>
  );
}
