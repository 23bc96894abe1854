/** The providers that act for a merchant, or the merchants that a provider acts for. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SCOPES, type Scope } from '../../../../../domain/scope.ts';
import type { Merchant } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { CheckboxGroup, TextField } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AskDialog } from './ask.tsx';
import { merchantPath, useMay } from './data.ts';

/** A merchant's own app_secrets are nobody else's. */
const LINKABLE = SCOPES.filter((scope) => !scope.startsWith('credential:'));

export function MerchantLinks({ merchant }: { merchant: Merchant }) {
  const words = useTexts().operators.merchant;
  const may = useMay();
  const isGranting = merchant.kind !== 'provider' && may('operator.merchants.write');
  const [unlinking, setUnlinking] = useState<string>();
  const [isLinking, setLinking] = useState(false);
  const { merchantKey } = merchant;
  return (
    <Section
      title={words.links}
      aside={isGranting && <Button onPress={() => setLinking(true)}>{words.link}</Button>}
    >
      {merchant.links.length === 0 && <p className="soft">{words.noLinks}</p>}
      {merchant.links.length > 0 && (
        <ul className="panel rows">
          {merchant.links.map(({ merchantKey, name, scopes }) => (
            <li key={merchantKey}>
              <span className="words">
                <Link to={merchantPath(merchantKey)}>{name}</Link>{' '}
                <span className="soft">{scopes.join(' ')}</span>
              </span>
              {isGranting && (
                <Button small onPress={() => setUnlinking(merchantKey)}>
                  {words.unlink}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {unlinking && (
        <AskDialog
          title={words.unlink}
          consequence={words.unlinkText}
          verb={words.unlink}
          tone="danger"
          onClose={() => setUnlinking(undefined)}
          said={() => words.done}
          act={() =>
            request('DELETE /api/operator/merchants/{merchantKey}/links/{providerKey}', {
              params: { merchantKey, providerKey: unlinking },
            })
          }
        />
      )}
      {isLinking && <LinkDialog merchantKey={merchantKey} onClose={() => setLinking(false)} />}
    </Section>
  );
}

function LinkDialog({ merchantKey, onClose }: { merchantKey: string; onClose: () => void }) {
  const words = useTexts().operators.merchant;
  const [provider, setProvider] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['guide:read', 'order:read']);
  return (
    <AskDialog
      title={words.link}
      consequence={words.linkText}
      verb={words.link}
      onClose={onClose}
      said={({ proposalId }) => (proposalId === null ? words.asked : words.proposed)}
      act={() =>
        request('PUT /api/operator/merchants/{merchantKey}/links/{providerKey}', {
          params: { merchantKey, providerKey: provider.trim() },
          body: { scopes },
        })
      }
    >
      <TextField
        name="providerKey"
        label={words.provider}
        isCode
        value={provider}
        onChange={setProvider}
        maxLength={64}
      />
      <CheckboxGroup
        name="scopes"
        label={words.scopes}
        options={LINKABLE.map((id) => ({ id, label: id }))}
        value={scopes}
        onChange={(chosen) => setScopes(chosen as Scope[])}
      />
    </AskDialog>
  );
}
