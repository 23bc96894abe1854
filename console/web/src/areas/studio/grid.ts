/** Choosing days of one guide: by dragging, by clicks, and by keys. One hook for the month and for all guides. */
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { addDays, daysBetween } from './days.ts';

/** A day of a guide. */
export interface Place {
  readonly guideId: string;
  readonly day: string;
}

interface GridOptions {
  readonly guideIds: readonly string[];
  /** The first and the last that are shown. */
  readonly first: string;
  readonly last: string;
  /** A week below the day before; one row for each guide. */
  readonly isMonth: boolean;
  readonly today: string;
  /** Dragged over some days and let go. */
  readonly onDrag: (guideId: string, days: readonly string[]) => void;
  /** `b`, `f`. */
  readonly onKey: (key: 'block' | 'free', guideId: string, days: readonly string[]) => void;
  /** Pressed: Enter, or a click on one day. */
  readonly onPress: (place: Place) => void;
}

interface Selection {
  readonly guideId: string;
  readonly days: readonly string[];
}

/** Where `data-guide` and `data-day` are those of the cell. */
export function useDayGrid(options: GridOptions) {
  const { guideIds, first, last, today } = options;
  const start = today >= first && today <= last ? today : first;
  const [kept, setCursor] = useState<Place>();
  const [keptAnchor, setAnchor] = useState<string>();
  const isKept = kept && guideIds.includes(kept.guideId) && kept.day >= first && kept.day <= last;
  const cursor = isKept ? kept : { guideId: guideIds[0] ?? '', day: start };
  const anchor = isKept && keptAnchor !== undefined ? keptAnchor : cursor.day;
  const drag = useRef<{ readonly from: Place; hasMoved: boolean } | undefined>(undefined);
  const grid = useRef<HTMLTableElement>(null);
  const days = spanOf(anchor, cursor.day);

  const isMoving = useRef(false);
  const go = (place: Place, isExtending: boolean) => {
    setAnchor(isExtending ? anchor : place.day);
    setCursor(place);
    isMoving.current = true;
    grid.current?.querySelector<HTMLElement>(cellSelector(place))?.focus();
    isMoving.current = false;
  };
  /** By Tab, or by a program that reads the screen. */
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const place = placeOf(target);
    if (!place || isMoving.current || drag.current) return;
    if (place.guideId === cursor.guideId && place.day === cursor.day) return;
    setAnchor(place.day);
    setCursor(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'b' || key === 'f') options.onKey(key === 'b' ? 'block' : 'free', cursor.guideId, days);
    else if (key === 'enter' || key === ' ') options.onPress(cursor);
    else if (key === 'escape') setAnchor(cursor.day);
    else {
      const next = moved(cursor, event.key, options);
      if (next === undefined) return;
      go(next, event.shiftKey && next.guideId === cursor.guideId);
    }
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = placeAt(event);
    if (!place || event.button !== 0) return;
    drag.current = { from: place, hasMoved: false };
    go(place, event.shiftKey && place.guideId === cursor.guideId);
    // A finger holds what it came down on: the cell below it is looked for.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const place = drag.current && placeAt(event);
    if (!place || place.guideId !== drag.current?.from.guideId || place.day === cursor.day) return;
    drag.current.hasMoved = true;
    setCursor(place);
  };
  const onPointerUp = (event: PointerEvent) => {
    const dragged = drag.current;
    drag.current = undefined;
    if (!dragged) return;
    if (dragged.hasMoved) options.onDrag(cursor.guideId, days);
    else if (!event.shiftKey) options.onPress(dragged.from);
  };
  return {
    selection: { guideId: cursor.guideId, days } satisfies Selection,
    isSelected: ({ guideId, day }: Place) => guideId === cursor.guideId && days.includes(day),
    isCursor: ({ guideId, day }: Place) => guideId === cursor.guideId && day === cursor.day,
    grid: {
      ref: grid,
      onFocus,
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => {
        drag.current = undefined;
      },
    },
  };
}

function cellSelector({ guideId, day }: Place): string {
  return `[data-guide="${guideId}"][data-day="${day}"]`;
}

function placeAt({ clientX, clientY }: PointerEvent): Place | undefined {
  return placeOf(document.elementFromPoint(clientX, clientY));
}

function placeOf(element: Element | null): Place | undefined {
  const { guide, day } = element?.closest<HTMLElement>('[data-day]')?.dataset ?? {};
  return guide && day ? { guideId: guide, day } : undefined;
}

function spanOf(one: string, other: string): string[] {
  return one < other ? daysBetween(one, other) : daysBetween(other, one);
}

/** Where a key leads; undefined for keys that lead nowhere. */
function moved(from: Place, key: string, { guideIds, first, last, isMonth }: GridOptions): Place | undefined {
  const step =
    { ArrowLeft: -1, ArrowRight: 1 }[key] ?? (isMonth ? { ArrowUp: -7, ArrowDown: 7 }[key] : undefined);
  const day = step === undefined ? { Home: first, End: last }[key] : addDays(from.day, step);
  if (day !== undefined) return day >= first && day <= last ? { ...from, day } : from;
  const row = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (row === undefined || isMonth) return undefined;
  const guideId = guideIds[guideIds.indexOf(from.guideId) + row];
  return guideId === undefined ? from : { ...from, guideId };
}
