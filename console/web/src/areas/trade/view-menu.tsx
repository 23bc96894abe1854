/** What can be done with saved views: keep what is chosen now, replace, rename, delete. */
import { useState } from 'react';
import { refusalOf } from '../../api/errors.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu, type MenuEntry } from '../../parts/menu.tsx';
import { sentenceOf } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useMayTrade } from './data.ts';
import { isSameQuery, type SavedView, useRemovingView, useSavingView } from './view-data.ts';
import { ViewDialog } from './view-dialog.tsx';

interface MenuProps {
  readonly chosen: SavedView | undefined;
  readonly query: Filters;
  /** Whether the chosen one says something else than what is asked for now. */
  readonly isChanged: boolean;
}

type Opened = 'save' | 'rename' | 'remove';

export function ViewMenu({ chosen, query, isChanged }: MenuProps) {
  const texts = useTexts();
  const words = texts.trade.views;
  const mayTrade = useMayTrade();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const saving = useSavingView(() => showToast({ text: words.saved }));
  const replace = (view: SavedView) =>
    saving
      .runAsync({ ...view, view, query })
      .catch((error) => showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' }));
  const ofChosen = (view: SavedView): MenuEntry[] => [
    {
      id: 'replace',
      label: words.replace(view.name),
      isDisabled: !isChanged,
      onAction: () => void replace(view),
    },
    { id: 'rename', label: words.rename(view.name), onAction: () => setOpened('rename') },
    { id: 'remove', label: words.remove(view.name), onAction: () => setOpened('remove') },
  ];
  const mayChange = chosen !== undefined && (!chosen.isShared || mayTrade);
  const entries: MenuEntry[] = [
    {
      id: 'save',
      label: words.saveAs,
      isDisabled: isSameQuery({}, query),
      onAction: () => setOpened('save'),
    },
    ...(mayChange ? ofChosen(chosen) : []),
  ];
  return (
    <>
      <Menu label={words.menu} entries={entries}>
        <Button small icon="mark" isPending={saving.isRunning}>
          {words.menu}
          <Icon name="chevron" size={16} />
        </Button>
      </Menu>
      {opened === 'save' && <ViewDialog view={undefined} query={query} onClose={close} />}
      {opened === 'rename' && chosen && <ViewDialog view={chosen} query={chosen.query} onClose={close} />}
      {chosen && <RemoveView view={chosen} isOpen={opened === 'remove'} onClose={close} />}
    </>
  );
}

interface RemoveProps {
  readonly view: SavedView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What it shows stays on the page. */
function RemoveView({ view, isOpen, onClose }: RemoveProps) {
  const words = useTexts().trade.views;
  const [, change] = useFilters();
  const removing = useRemovingView(() => {
    showToast({ text: words.removed });
    change({ view: undefined });
  });
  return (
    <ConfirmDialog
      title={words.removeTitle(view.name)}
      consequence={view.isShared ? words.removeShared : words.removeOwn}
      verb={words.removeVerb}
      working={words.removing}
      tone="danger"
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => removing.runAsync(view.viewId)}
    />
  );
}
