/** Where the mail to somebody who is guessed at leads: this browser does not wait for the guesses of others. */
import { useTexts } from '../../shell/preferences.tsx';
import { ConfirmLink } from './confirm.tsx';
import { useMailToken } from './mail-token.ts';

export default function AllowDevice() {
  const token = useMailToken();
  return (
    <ConfirmLink
      route="POST /api/account/device/allow"
      token={token}
      words={useTexts().account.allowDevice}
    />
  );
}
