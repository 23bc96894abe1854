/** What only the sandbox has: time that moves, orders that come by themselves, statements at once. */
import { ButtonLink } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { FillSandbox } from './fill-sandbox.tsx';
import { SandboxClock } from './sandbox-clock.tsx';
import { SandboxEvents } from './sandbox-events.tsx';
import { SandboxOrder } from './sandbox-order.tsx';
import { SandboxStatements } from './sandbox-statements.tsx';
import './developers.css';

export default function SandboxPage() {
  const { company, world, kind } = useHere();
  const address = useAddress();
  const words = useTexts().developers.sandbox;
  if (world !== 'sandbox')
    return (
      <Page title={words.title}>
        <EmptyState
          icon="tools"
          title={words.onlySandbox}
          action={<ButtonLink to={`/${company}/sandbox/sandbox-tools`}>{words.toSandbox}</ButtonLink>}
        />
      </Page>
    );
  return (
    <Page title={words.title} lead={words.lead} reading>
      {kind !== 'provider' && (
        <Section title={words.examples}>
          <FillSandbox />
        </Section>
      )}
      <Section title={words.clock}>
        <SandboxClock />
      </Section>
      <Section title={words.events}>
        <SandboxEvents />
      </Section>
      {kind !== 'provider' && (
        <Section title={words.order}>
          {kind === 'studio' ? (
            <SandboxOrder />
          ) : (
            <div className="stack">
              <p className="soft">{words.agencyGuides}</p>
              <div>
                <ButtonLink to={address('/find')}>{words.find}</ButtonLink>
              </div>
            </div>
          )}
        </Section>
      )}
      {kind !== 'provider' && (
        <Section title={words.statements}>
          <SandboxStatements />
        </Section>
      )}
    </Page>
  );
}
