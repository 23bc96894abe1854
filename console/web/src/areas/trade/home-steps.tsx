/** What a new company does first; gone when all of it is done. */
import { Link } from '@tanstack/react-router';
import type { Home } from '../../../../server/trade/schemas.ts';
import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { FillSandbox } from '../developers/fill-sandbox.tsx';

interface Step {
  readonly title: string;
  readonly to: string;
  readonly isDone: boolean;
}

export function FirstSteps({ steps }: { steps: Home['steps'] }) {
  const words = useTexts().trade.home;
  const { side, kind, may } = useHere();
  const all = useSteps(steps);
  if (all.every(({ isDone }) => isDone)) return null;
  const isEmpty = !steps.hasOrder && (kind === 'agency' || (kind === 'studio' && steps.hasGuide));
  return (
    <Section title={words.steps}>
      {side === 'sandbox' && <p className="soft">{words.stepsLead}</p>}
      {side === 'sandbox' && isEmpty && may('sandbox.write') && <FillSandbox />}
      <ol className="steps card">
        {all.map(({ title, to, isDone }) => (
          <li key={to} className={isDone ? 'step done' : 'step'}>
            <Icon name={isDone ? 'check' : 'arrow'} {...(isDone && { title: words.step.done })} />
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function useSteps({ hasGuide, hasOrder, hasKey, hasEndpoint }: Home['steps']): Step[] {
  const { step } = useTexts().trade.home;
  const address = useAddress();
  const { kind, membership, side } = useHere();
  const firstOrder =
    side === 'sandbox'
      ? { title: step.order, to: address('/sandbox-tools') }
      : { title: step.liveOrder, to: address('/orders') };
  const ofKind: Readonly<Record<typeof kind, Step[]>> = {
    studio: [
      { title: step.guide, to: address('/guides'), isDone: hasGuide },
      { ...firstOrder, isDone: hasOrder },
    ],
    agency: [{ title: step.book, to: address('/find'), isDone: hasOrder }],
    provider: [],
  };
  return [
    ...ofKind[kind],
    { title: step.key, to: address('/keys'), isDone: hasKey },
    { title: step.endpoint, to: address('/endpoints'), isDone: hasEndpoint },
    { title: step.verify, to: address('/company/verification'), isDone: membership.liveKey !== null },
  ];
}
