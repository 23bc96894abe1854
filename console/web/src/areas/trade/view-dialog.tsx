/** The name of a view: of a new one, and for whom it is; or another name. */
import { useState } from 'react';
import { MAX_VIEW_NAME } from '../../../../../domain/saved-view.ts';
import { Dialog, DialogSubmit } from '../../parts/dialog.tsx';
import { Checkbox, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useMayTrade } from './data.ts';
import { type SavedView, useSavingView } from './view-data.ts';

interface DialogProps {
  /** Undefined: a new one. */
  readonly view: SavedView | undefined;
  readonly query: Filters;
  readonly onClose: () => void;
}

/** Whoever may not move orders keeps views for themself alone. */
export function ViewDialog({ view, query, onClose }: DialogProps) {
  const words = useTexts().trade.views;
  const mayTrade = useMayTrade();
  const [, change] = useFilters();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const saving = useSavingView((viewId) => {
    showToast({ text: words.saved });
    change({ view: String(viewId) });
    onClose();
  });
  return (
    <Dialog title={view ? words.renameTitle : words.saveTitle} isOpen onClose={onClose}>
      <Form refusal={saving.refusal} onSubmit={() => saving.run({ view, name, query, isShared })}>
        <TextField
          name="name"
          label={words.name}
          help={words.nameHelp}
          maxLength={MAX_VIEW_NAME}
          value={name}
          onChange={setName}
          autoFocus
        />
        {view === undefined && mayTrade && (
          <Checkbox name="isShared" label={words.shared} isSelected={isShared} onChange={setShared} />
        )}
        <DialogSubmit action={saving} verb={words.save} working={words.saving} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
