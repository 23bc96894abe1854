/** Granting a link, or changing it; and a provider's question for one. */
import { useState } from 'react';
import { defaultScopes, grantedScopes, type Scope } from '../../../../../domain/scope.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { CheckboxGroup, TextAreaField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { type MerchantKind, useHere } from '../../shell/session.ts';
import { linksKey } from './link-data.tsx';

/** What a dialog begins with. */
export interface Granted {
  readonly key: string;
  readonly scopes: readonly Scope[];
  /** The provider's key is still to be typed. */
  readonly isNew: boolean;
}

export function GrantDialog({ granted, onClose }: { granted: Granted; onClose: () => void }) {
  const words = useTexts().company.links;
  const { company, world, kind } = useHere();
  const [key, setKey] = useState(granted.key);
  const [scopes, setScopes] = useState<readonly Scope[]>(granted.scopes);
  const grant = useAction(
    () =>
      request('PUT /api/{company}/{world}/console/links/{providerKey}', {
        params: { company, world, providerKey: key.trim() },
        body: { scopes },
      }),
    {
      invalidates: [linksKey(company, world)],
      onDone: () => {
        showToast({ text: words.granted });
        onClose();
      },
    },
  );
  return (
    <Dialog title={words.grantTitle} isOpen onClose={onClose}>
      <Form refusal={grant.refusal} onSubmit={() => grant.run(undefined)}>
        <TextField
          name="providerKey"
          label={words.providerKey}
          help={words.providerKeyHelp}
          isDisabled={!granted.isNew}
          maxLength={64}
          isCode
          value={key}
          onChange={setKey}
        />
        <ScopesField kind={kind} value={scopes} onChange={setScopes} />
        <Note>{words.grantConsequence}</Note>
        <DialogSubmit action={grant} verb={words.grant} isDisabled={scopes.length === 0} />
      </Form>
    </Dialog>
  );
}

export function AskDialog({ onClose }: { onClose: () => void }) {
  const words = useTexts().company.links;
  const { company, world } = useHere();
  const [merchantKey, setKey] = useState('');
  const [message, setMessage] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const ask = useAction(
    () => {
      const said = message.trim() === '' ? {} : { message: message.trim() };
      const body = { merchantKey: merchantKey.trim(), scopes, ...said };
      return request('POST /api/{company}/{world}/console/links/requests', {
        params: { company, world },
        body,
      });
    },
    {
      invalidates: [linksKey(company, world)],
      onDone: () => {
        showToast({ text: words.asked });
        onClose();
      },
    },
  );
  return (
    <Dialog title={words.askTitle} isOpen onClose={onClose}>
      <Form refusal={ask.refusal} onSubmit={() => ask.run(undefined)}>
        <TextField
          name="merchantKey"
          label={words.merchantKey}
          help={words.merchantKeyHelp}
          maxLength={64}
          isCode
          value={merchantKey}
          onChange={setKey}
        />
        <ScopesField kind="provider" value={scopes} onChange={setScopes} />
        <TextAreaField
          name="message"
          label={words.message}
          help={words.messageHelp}
          isOptional
          maxLength={500}
          value={message}
          onChange={setMessage}
        />
        <DialogSubmit action={ask} verb={words.ask} isDisabled={scopes.length === 0} />
      </Form>
    </Dialog>
  );
}

interface ScopesProps {
  readonly kind: MerchantKind;
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

/** What that kind of merchant may do itself. */
function ScopesField({ kind, value, onChange }: ScopesProps) {
  const words = useTexts().company.links;
  const names = words.scopes as Readonly<Record<string, string>>;
  const options = defaultScopes(grantedScopes(kind, null)).map((id) => ({ id, label: names[id] ?? id }));
  return (
    <CheckboxGroup
      name="scopes"
      label={words.columns.scopes}
      options={options}
      value={value}
      onChange={(chosen) => onChange(chosen as Scope[])}
    />
  );
}
