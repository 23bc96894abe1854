/** Where the mail about another address leads. */
import { useTexts } from '../../shell/preferences.tsx';
import { ConfirmAddress } from './confirm.tsx';

export default function ConfirmNewEmail() {
  return <ConfirmAddress path="/api/account/email/confirm" lead={useTexts().account.confirm.newLead} />;
}
