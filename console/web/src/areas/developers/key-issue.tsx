/** A new key: what it is called and may be used for. */
import { useState } from 'react';
import type { Scope } from '../../../../../domain/scope.ts';
import { useAction } from '../../api/queries.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { Checkbox, CheckboxGroup, RadioField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type IssuedKey, issueKey, keysKey } from './data.ts';

/** All that an OCTO key may be used for. */
const OCTO_SCOPES = ['guide:read', 'order:read', 'order:write'];

/** Ids as people write them, with commas or blanks in between. */
function idsIn(text: string): { products?: string[] } {
  const products = text.split(/[\s,]+/).filter(Boolean);
  return products.length > 0 ? { products } : {};
}

interface IssueProps {
  /** All that the merchant may. */
  readonly scopes: readonly Scope[];
  readonly onClose: () => void;
  readonly onIssued: (issued: IssuedKey) => void;
}

export function IssueKey({ scopes, onClose, onIssued }: IssueProps) {
  const here = useHere();
  const texts = useTexts();
  const words = texts.developers.keys;
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [requireSignature, setRequireSignature] = useState(false);
  const [kind, setKind] = useState<'app_secret' | 'octo_key'>('app_secret');
  const [products, setProducts] = useState('');
  const isOcto = kind === 'octo_key';
  const issuing = useAction(
    () => {
      const own = isOcto ? idsIn(products) : { requireSignature };
      return issueKey(here, { kind, label, ...own, ...(chosen.length > 0 && { scopes: chosen }) });
    },
    {
      invalidates: [keysKey(here)],
      onDone: (issued) => {
        onClose();
        onIssued(issued);
      },
    },
  );
  return (
    <Dialog title={words.issueTitle} isOpen onClose={onClose}>
      <Form refusal={issuing.refusal} onSubmit={() => issuing.run(undefined)}>
        <TextField
          name="label"
          label={words.label}
          help={words.labelHelp}
          value={label}
          onChange={setLabel}
          maxLength={100}
          autoFocus
        />
        <RadioField
          name="kind"
          label={words.kind}
          options={Object.entries(words.kinds).map(([id, text]) => ({ id, label: text }))}
          value={kind}
          onChange={(value) => {
            setKind(value as typeof kind);
            setChosen([]);
          }}
        />
        <CheckboxGroup
          name="scopes"
          label={words.scopes}
          help={words.scopesHelp}
          isOptional
          options={(isOcto ? OCTO_SCOPES : scopes).map((scope) => ({ id: scope, label: scope }))}
          value={chosen}
          onChange={(scopes) => setChosen(scopes as Scope[])}
        />
        {isOcto ? (
          <TextField
            name="products"
            label={words.products}
            help={words.productsHelp}
            value={products}
            onChange={setProducts}
            isOptional
          />
        ) : (
          <Checkbox
            name="requireSignature"
            label={words.requireSignature}
            isSelected={requireSignature}
            onChange={setRequireSignature}
          />
        )}
        <p>{words.issueConsequence}</p>
        <DialogSubmit action={issuing} verb={words.issue} working={words.issuing} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
