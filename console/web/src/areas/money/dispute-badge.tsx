import { StateBadge } from '../../parts/badge.tsx';
import { useTexts } from '../../shell/preferences.tsx';

const STATES = { open: 'disputed', rejected: 'refused', adjusted: 'approved' } as const;

/** An objection's state, in its own words. */
export function DisputeBadge({ status }: { status: keyof typeof STATES }) {
  const words = useTexts().money.dispute.status;
  return <StateBadge state={STATES[status]} word={words[status]} />;
}
