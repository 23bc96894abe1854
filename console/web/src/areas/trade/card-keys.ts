import { useEffect, useRef } from 'react';

/** What a key does with the card that has the focus, by the card's `data-id`. */
type Keys = Readonly<Record<string, (id: string) => void>>;

/** j and k move through a list's cards by their links; further keys act on the card that has the focus, else on the first. */
export function useCardKeys(keys: Keys) {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!list.current || isTyping(event)) return;
      const cards = [...list.current.querySelectorAll<HTMLElement>('[data-id]')];
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const next = event.key === 'j' ? at + 1 : at - 1;
        cards[Math.max(0, Math.min(cards.length - 1, next))]
          ?.querySelector<HTMLElement>('.card-link')
          ?.focus();
        return;
      }
      const id = cards[Math.max(0, at)]?.dataset.id;
      const act = latest.current[event.key];
      if (!act || id === undefined) return;
      event.preventDefault();
      act(id);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return list;
}

/** In a field, in a dialog, or meant for the browser. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as HTMLElement;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="dialog"], [role="spinbutton"]') !== null ||
    document.querySelector('[role="dialog"]') !== null
  );
}
