/** Where the mail about a new account leads. */
import { useTexts } from '../../shell/preferences.tsx';
import { ConfirmAddress } from './confirm.tsx';

export default function ConfirmEmail() {
  return <ConfirmAddress path="/api/account/confirm-email" lead={useTexts().account.confirm.lead} />;
}
