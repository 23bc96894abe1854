/** How one signs in, and where one is signed in. */
import { Page } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useMe } from '../../shell/session.ts';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { RecoverySection } from './recovery-codes.tsx';
import { SessionSection } from './session-section.tsx';
import { TotpSection } from './totp-section.tsx';

export default function Security() {
  const words = useTexts().account.security;
  const me = useMe();
  const isNeeded = me.next === 'set_up_factor' || me.companies.some(({ isLocked }) => isLocked);
  const [{ needed }] = useFilters();
  const hasFactor = me.factors.totp || me.factors.passkeys > 0;
  return (
    <Page title={words.title} lead={words.lead}>
      {isNeeded && <Note tone="warning">{words.needed}</Note>}
      {needed === 'live' && !hasFactor && <Note tone="warning">{words.neededForLive}</Note>}
      <TotpSection />
      <PasskeySection />
      {hasFactor && <RecoverySection left={me.factors.recoveryCodesLeft} />}
      {me.person.hasPassword && <PasswordSection />}
      <SessionSection />
    </Page>
  );
}
