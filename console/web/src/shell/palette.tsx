/** Ctrl K or Cmd K: go to a page, or find an order or a guide. */
import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { Icon } from '../parts/icon.tsx';
import { createStore } from '../parts/store.ts';
import { type Found, useFound } from './palette-search.ts';
import { useTexts } from './preferences.tsx';
import './palette.css';

const open = createStore(false);

export function PaletteButton() {
  const words = useTexts().frame.palette;
  return (
    <button type="button" className="palette-button" onClick={() => open.set(true)}>
      <Icon name="search" size={16} />
      <span className="palette-words">{words.open}</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}

export function Palette() {
  const isShown = open.use();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open.set(!open.get());
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <ModalOverlay className="palette-behind" isOpen={isShown} onOpenChange={open.set} isDismissable>
      <Modal className="palette">
        <PaletteBody onClose={() => open.set(false)} />
      </Modal>
    </ModalOverlay>
  );
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const words = useTexts().frame.palette;
  const [typed, setTyped] = useState('');
  const { list, isAsking } = useFound(typed.trim());
  const run = (found: Found) => {
    onClose();
    found.run();
  };
  return (
    <Dialog aria-label={words.label} className="palette-dialog">
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={words.label} autoFocus className="palette-field">
          <Icon name="search" />
          <Input placeholder={words.placeholder} />
        </SearchField>
        <Menu
          className="menu palette-list"
          aria-label={words.label}
          items={list}
          renderEmptyState={() => <p className="palette-empty">{isAsking ? words.asking : words.nothing}</p>}
        >
          {(found) => (
            <MenuItem
              id={found.id}
              textValue={`${found.title} ${found.facts ?? ''}`}
              className="menu-item palette-item"
              onAction={() => run(found)}
            >
              <Icon name={found.icon} size={16} />
              <span>{found.title}</span>
              {found.facts && <span className="soft">{found.facts}</span>}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
