/** The page of the mail about guessed passwords: this browser no longer waits because of others' guesses. */
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
