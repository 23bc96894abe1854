/** Recovery codes: shown once, kept by the person. */
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { ConfirmButton, Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { download } from '../../parts/download.ts';
import { Section } from '../../parts/page.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useRefreshMe } from '../../shell/session.ts';
import './security.css';

export function RecoverySection({ left }: { left: number }) {
  const words = useTexts().account.security.codes;
  const refresh = useRefreshMe();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = async () => {
    const { recoveryCodes } = await request('POST /api/account/recovery-codes');
    setCodes(recoveryCodes);
    await refresh();
  };
  return (
    <Section title={words.title} aside={<span className="soft">{words.left(left)}</span>}>
      <p className="soft">{words.lead}</p>
      <div>
        <ConfirmButton
          title={words.renewTitle}
          consequence={words.renewConsequence}
          verb={words.renew}
          onConfirm={renew}
        />
      </div>
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}

interface CodesProps {
  /** Undefined: nothing is shown. */
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
}

export function RecoveryCodes({ codes, onClose }: CodesProps) {
  const words = useTexts().account.security.codes;
  const text = (codes ?? []).join('\n');
  return (
    <Dialog title={words.dialog} isOpen={codes !== undefined} onClose={onClose}>
      <div className="stack">
        <Note tone="warning">{words.once}</Note>
        <ul className="recovery-codes">
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <DialogButtons>
          <CopyButton text={text} labelled what={words.title} />
          <Button
            icon="download"
            onPress={() => download('guidepost-recovery-codes.txt', `${words.file}\n\n${text}\n`)}
          >
            {words.download}
          </Button>
          <Button tone="main" onPress={onClose}>
            {words.kept}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
