/** Ctrl K or Cmd K: go to a page, or find an id. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
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
import { type Command, useCommandSources } from './commands.ts';
import { useTexts } from './preferences.tsx';
import { useDestinations } from './rail.tsx';
import './palette.css';

let isOpen = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function PaletteButton() {
  const words = useTexts().frame.palette;
  return (
    <button type="button" className="palette-button" onClick={() => setOpen(true)}>
      <Icon name="search" size={16} />
      <span className="palette-words">{words.open}</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}

export function Palette() {
  const isShown = useSyncExternalStore(subscribe, () => isOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(!isOpen);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <ModalOverlay className="palette-behind" isOpen={isShown} onOpenChange={setOpen} isDismissable>
      <Modal className="palette">
        <PaletteBody onClose={() => setOpen(false)} />
      </Modal>
    </ModalOverlay>
  );
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const words = useTexts().frame.palette;
  const [typed, setTyped] = useState('');
  const commands = useFound(typed.trim());
  const run = (command: Command) => {
    onClose();
    command.run();
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
          items={commands}
          renderEmptyState={() => <p className="palette-empty">{words.nothing}</p>}
        >
          {(command) => (
            <MenuItem
              id={command.id}
              textValue={command.title}
              className="menu-item"
              onAction={() => run(command)}
            >
              {command.title}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}

/** The rail's pages that match, then what the areas offer. */
function useFound(typed: string): readonly Command[] {
  const navigate = useNavigate();
  const destinations = useDestinations();
  const sources = useCommandSources();
  const pages = destinations
    .filter(({ title, group }) => matches(`${group ?? ''} ${title}`, typed))
    .map(({ to, title }) => ({ id: to, title, run: () => void navigate({ to }) }));
  return [...sources.flatMap((source) => source(typed)), ...pages];
}

function matches(text: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
