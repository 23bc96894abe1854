import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/** What a key does with the item that has the focus, by the item's `data-id`. */
type Keys = Readonly<Record<string, (id: string) => void>>;

/**
 * j and k move through a list's items (cards, rows) by their first links, wherever no field is being typed in; Enter follows the link
 * that has the focus. Further keys act on the item that has the focus, else on the first.
 */
export function useListKeys<List extends HTMLElement>(keys: Keys): RefCallback<List> {
  const list = useRef<List>(null);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!list.current || isForField(event) || dialogs() > 0) return;
      const items = [...list.current.querySelectorAll<HTMLElement>('[data-id]')];
      const at = items.findIndex((item) => item.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const next = event.key === 'j' ? at + 1 : at - 1;
        items[Math.max(0, Math.min(items.length - 1, next))]?.querySelector('a')?.focus();
        return;
      }
      const id = items[Math.max(0, at)]?.dataset.id;
      const act = latest.current[event.key];
      if (!act || id === undefined) return;
      event.preventDefault();
      act(id);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return useCallback((element: List | null) => {
    list.current = element;
  }, []);
}

/** Keys of a dialog that is open, wherever in it the focus is; a dialog above it has its own. */
export function useDialogKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForField(event) && dialogs() === 1) latest.current[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const dialogs = () => document.querySelectorAll('[role="dialog"]').length;

/** Typed in a field, or meant for the browser. */
function isForField(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as HTMLElement;
  return (
    target.isContentEditable ||
    target.closest('input:not([type="checkbox"]), textarea, select, [role="spinbutton"]') !== null
  );
}
