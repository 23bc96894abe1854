/** A new secret with a command that gets a token by it. */
import { CodeSample } from '../../parts/copy.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import type { IssuedKey } from './data.ts';
import { ShownSecret } from './shown-secret.tsx';

interface SecretProps {
  readonly issued: IssuedKey;
  /** Of the API. */
  readonly baseUrl: string;
  readonly onClose: () => void;
}

export function KeySecret({ issued, baseUrl, onClose }: SecretProps) {
  const words = useTexts().developers.keys;
  const { clientId, clientSecret } = issued;
  const isOcto = clientSecret.startsWith('octo_');
  const parts = isOcto
    ? [`curl '${baseUrl}/octo/v1/products'`, `-H 'Authorization: Bearer ${clientSecret}'`]
    : [
        `curl '${baseUrl}/open/v1/auth/token'`,
        '-d grant_type=client_credentials',
        `-d client_id='${clientId}'`,
        `-d client_secret='${clientSecret}'`,
      ];
  const command = parts.join(' \\\n  ');
  return (
    <ShownSecret
      title={words.shownTitle}
      note={words.shownNote}
      label={isOcto ? words.octoKey : words.secret}
      secret={clientSecret}
      onClose={onClose}
    >
      <CodeSample label={isOcto ? words.octoSample : words.tokenSample} code={command} />
    </ShownSecret>
  );
}
