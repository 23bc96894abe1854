import { useTexts } from '../../shell/preferences.tsx';
import { ShownSecret } from './shown-secret.tsx';

/** An endpoint's new secret, which verifies its signatures. */
export function EndpointSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const words = useTexts().developers.endpoints;
  return (
    <ShownSecret
      title={words.secretTitle}
      note={words.secretNote}
      label={words.secret}
      secret={secret}
      onClose={onClose}
    />
  );
}
