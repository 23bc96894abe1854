/** A secret, the one time that it is shown. */
import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeSample } from '../../parts/copy.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';

interface ShownSecretProps {
  readonly title: string;
  readonly note: string;
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** What to do with it. */
  readonly children?: ReactNode;
}

export function ShownSecret({ title, note, label, secret, onClose, children }: ShownSecretProps) {
  const words = useTexts().developers.keys;
  return (
    <Dialog title={title} isOpen onClose={onClose} wide>
      <div className="stack">
        <Note tone="warning">{note}</Note>
        <CodeSample label={label} code={secret} />
        {children}
        <DialogButtons>
          <Button tone="main" onPress={onClose}>
            {words.stored}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
