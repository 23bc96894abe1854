/** The authenticator app: set up by a picture and a first code, removed by a question. */

import { useState } from 'react';
import { encode } from 'uqr';
import type { TotpAnswer as Begun } from '../../../../server/schemas/account.ts';
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { ConfirmDialog, Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useMe, useRefreshMe } from '../../shell/session.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import './security.css';

export function TotpSection() {
  const words = useTexts().account.security.totp;
  const { factors } = useMe();
  const refresh = useRefreshMe();
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isRemoving, setRemoving] = useState(false);
  const begin = useAction(() => request('POST /api/account/totp/begin'), { onDone: setBegun });
  const finish = async (recoveryCodes: readonly string[] | null) => {
    setBegun(undefined);
    if (recoveryCodes) setCodes(recoveryCodes);
    showToast({ text: words.done });
    await refresh();
  };
  const remove = async () => {
    await request('POST /api/account/totp/remove');
    showToast({ text: words.removed });
    await refresh();
  };
  return (
    <Section
      title={words.title}
      aside={
        <StateBadge state={factors.totp ? 'active' : 'none'} word={factors.totp ? words.on : words.off} />
      }
    >
      <p className="soft">{words.lead}</p>
      {begin.refusal && <ErrorState refusal={begin.refusal} />}
      <div>
        {factors.totp ? (
          <Button onPress={() => setRemoving(true)}>{words.remove}</Button>
        ) : (
          <Button tone="main" isPending={begin.isRunning} onPress={() => begin.run(undefined)}>
            {words.begin}
          </Button>
        )}
      </div>
      <Dialog title={words.dialog} isOpen={begun !== undefined} onClose={() => setBegun(undefined)}>
        {begun && <FirstCode begun={begun} onDone={finish} />}
      </Dialog>
      <ConfirmDialog
        title={words.removeTitle}
        consequence={words.removeConsequence}
        verb={words.removeVerb}
        tone="danger"
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

interface FirstCodeProps {
  readonly begun: Begun;
  readonly onDone: (recoveryCodes: readonly string[] | null) => Promise<void>;
}

function FirstCode({ begun, onDone }: FirstCodeProps) {
  const texts = useTexts();
  const words = texts.account.security.totp;
  const [code, setCode] = useState('');
  const confirm = useAction(
    () => request('POST /api/account/totp/confirm', { body: { code: code.trim() } }),
    { onDone: ({ recoveryCodes }) => onDone(recoveryCodes) },
  );
  return (
    <div className="stack">
      <p>{words.scan}</p>
      <QrCode text={begun.uri} title={words.picture} />
      <p className="row">
        <span className="soft">{words.key}</span>
        <code className="totp-key">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={begun.secret} small what={words.key} />
      </p>
      <Form refusal={confirm.refusal} onSubmit={() => confirm.run(undefined)}>
        <TextField
          name="code"
          label={words.code}
          value={code}
          onChange={setCode}
          isCode
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        <DialogSubmit action={confirm} verb={words.confirm} />
      </Form>
    </div>
  );
}

/** Dark on light in both themes: cameras need it. */
function QrCode({ text, title }: { text: string; title: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="qr-code" role="img" shapeRendering="crispEdges">
      <title>{title}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
