/** Choosing days of one guide: by dragging, by clicks, taps, long presses and keys. One hook for the month and for all guides. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { addDays, daysBetween } from '../../parts/days.ts';

/** A day of a guide. */
export interface Place {
  readonly guideId: string;
  readonly day: string;
}

interface GridOptions {
  /** In the order of their rows; empty for a row that is not there yet. */
  readonly guideIds: readonly string[];
  /** The first and the last that are shown. */
  readonly first: string;
  readonly last: string;
  /** A week below the day before; one row for each guide. */
  readonly isMonth: boolean;
  readonly today: string;
  /** Dragged over some days with a mouse and let go; a finger scrolls or chooses, and never writes. */
  readonly onDrag: (guideId: string, days: readonly string[]) => void;
  /** `b`, `f`. */
  readonly onKey: (key: 'block' | 'free', guideId: string, days: readonly string[]) => void;
  /** Pressed: Enter, or a click on one day. */
  readonly onPress: (place: Place) => void;
}

interface Selection {
  readonly guideId: string;
  /** None until somebody has chosen some. */
  readonly days: readonly string[];
}

/** The same of the guide who has the cursor. */
export interface Choice {
  readonly days: readonly string[];
  /** The day from which keys move. */
  readonly cursor: string;
}

/** Keyboard and pointer for a grid of days, whose cells have `data-guide` and `data-day`. */
export function useDayGrid(options: GridOptions) {
  const { guideIds, first, last, today } = options;
  const start = today >= first && today <= last ? today : first;
  const [kept, setCursor] = useState<Place>();
  const [keptAnchor, setAnchor] = useState<string>();
  const isKept = kept && guideIds.includes(kept.guideId) && kept.day >= first && kept.day <= last;
  /** The cell from which keys move. It is chosen only with an anchor. */
  const cursor = isKept ? kept : { guideId: guideIds[0] ?? '', day: start };
  const anchor = isKept ? keptAnchor : undefined;
  const grid = useRef<HTMLTableElement>(null);
  const days = anchor === undefined ? [] : spanOf(anchor, cursor.day);

  const isMoving = useRef(false);
  /** Its row may not be drawn before the cursor is there. */
  const unfocused = useRef<Place>(undefined);
  const focus = (place: Place) => {
    const cell = grid.current?.querySelector<HTMLElement>(cellSelector(place));
    isMoving.current = true;
    cell?.focus();
    isMoving.current = false;
    return cell != null;
  };
  useLayoutEffect(() => {
    if (unfocused.current) focus(unfocused.current);
    unfocused.current = undefined;
  });
  const go = (place: Place, isExtending: boolean) => {
    setAnchor(isExtending ? (anchor ?? cursor.day) : place.day);
    setCursor(place);
    if (!focus(place)) unfocused.current = place;
  };
  /** By Tab, or by a program that reads the screen: focus by a pointer chooses nothing. */
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const place = placeOf(target);
    if (!place || isMoving.current) return;
    if (place.guideId === cursor.guideId && place.day === cursor.day) return;
    setAnchor(undefined);
    setCursor(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if ((key === 'enter' || key === ' ') && isInLink(event.target)) return;
    const meant = days.length > 0 ? days : [cursor.day];
    if (key === 'b' || key === 'f') options.onKey(key === 'b' ? 'block' : 'free', cursor.guideId, meant);
    else if (key === 'enter' || key === ' ') {
      go(cursor, false);
      options.onPress(cursor);
    } else if (key === 'escape') setAnchor(undefined);
    else {
      const next = moved(cursor, event.key, options);
      if (next === undefined) return;
      go(next, event.shiftKey && next.guideId === cursor.guideId);
    }
    event.preventDefault();
  };
  const pointers = usePointers(options, { cursor, days, go, extend: setCursor, grid });
  return {
    selection: { guideId: cursor.guideId, days } satisfies Selection,
    choice: { days, cursor: cursor.day } satisfies Choice,
    grid: { ref: grid, onFocus, onKeyDown, ...pointers },
  };
}

interface Choosing {
  readonly grid: RefObject<HTMLElement | null>;
  readonly cursor: Place;
  readonly days: readonly string[];
  readonly go: (place: Place, isExtending: boolean) => void;
  readonly extend: (place: Place) => void;
}

/** How long a finger rests on a day before it begins to choose. */
const LONG_PRESS_MS = 450;
/** Pixels that a resting finger may tremble. */
const TREMBLE = 10;

interface Held {
  readonly from: Place;
  readonly at: { readonly x: number; readonly y: number };
  readonly isMouse: boolean;
  /** Moving chooses days: a mouse at once, a finger after a long press. */
  isChoosing: boolean;
  hasMoved: boolean;
}

/**
 * A mouse drags, and that writes. A finger or a pen taps, or rests on a day and then chooses by moving, which writes nothing; what else
 * it does is the browser's: it scrolls.
 */
function usePointers(options: GridOptions, { cursor, days, go, extend, grid }: Choosing) {
  const held = useRef<Held | undefined>(undefined);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useStillPage(grid, () => held.current?.isChoosing === true && !held.current.isMouse);
  const drop = () => {
    clearTimeout(resting.current);
    held.current = undefined;
  };
  useEffect(() => () => clearTimeout(resting.current), []);
  /** The first tap chooses a day, the second all up to it, the third begins again. */
  const tap = (place: Place) => {
    const isSecond = days.length === 1 && place.guideId === cursor.guideId && place.day !== cursor.day;
    go(place, isSecond);
  };
  const beginChoosing = (of: Held) => {
    if (held.current !== of) return;
    of.isChoosing = true;
    navigator.vibrate?.(10);
    go(of.from, false);
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = placeAt(event);
    if (!place || event.button !== 0 || isInLink(event.target)) return;
    const isMouse = event.pointerType === 'mouse';
    const at = { x: event.clientX, y: event.clientY };
    const begun: Held = { from: place, at, isMouse, isChoosing: isMouse, hasMoved: false };
    held.current = begun;
    if (isMouse) go(place, event.shiftKey && place.guideId === cursor.guideId);
    else resting.current = setTimeout(() => beginChoosing(begun), LONG_PRESS_MS);
  };
  const onPointerMove = (event: PointerEvent) => {
    // Let go somewhere else: what comes back is no drag.
    if (event.buttons === 0) drop();
    const { current } = held;
    if (!current) return;
    if (!current.isChoosing && isAway(current, event)) return drop();
    const place = current.isChoosing ? placeAt(event) : undefined;
    if (!place || place.guideId !== current.from.guideId || place.day === cursor.day) return;
    current.hasMoved = true;
    extend(place);
  };
  const onPointerUp = (event: PointerEvent) => {
    const ended = held.current;
    drop();
    if (!ended) return;
    const { from, isMouse, isChoosing, hasMoved } = ended;
    if (!isMouse) {
      const place = placeAt(event);
      if (!isChoosing && place?.guideId === from.guideId && place.day === from.day) tap(from);
    } else if (hasMoved) options.onDrag(cursor.guideId, days);
    else if (!event.shiftKey) options.onPress(from);
  };
  /** A long press would open the browser's menu. */
  const onContextMenu = (event: MouseEvent) => {
    if (held.current && !held.current.isMouse) event.preventDefault();
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop, onContextMenu };
}

const isAway = ({ at }: Held, { clientX, clientY }: PointerEvent) =>
  Math.hypot(clientX - at.x, clientY - at.y) > TREMBLE;

/** The page does not scroll under a finger that chooses. React listens to `touchmove` passively, so it can't be asked there. */
function useStillPage(grid: RefObject<HTMLElement | null>, isChoosing: () => boolean) {
  const asked = useRef(isChoosing);
  asked.current = isChoosing;
  useEffect(() => {
    const element = grid.current;
    const hold = (event: TouchEvent) => {
      if (asked.current() && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => element?.removeEventListener('touchmove', hold);
  }, [grid]);
}

/** What is pressed there is the link. */
const isInLink = (target: EventTarget) => target instanceof Element && target.closest('a') !== null;

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

/** The cell that a key moves to; undefined for other keys. */
function moved(from: Place, key: string, { guideIds, first, last, isMonth }: GridOptions): Place | undefined {
  const step =
    { ArrowLeft: -1, ArrowRight: 1 }[key] ?? (isMonth ? { ArrowUp: -7, ArrowDown: 7 }[key] : undefined);
  const day = step === undefined ? { Home: first, End: last }[key] : addDays(from.day, step);
  if (day !== undefined) return day >= first && day <= last ? { ...from, day } : from;
  const row = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (row === undefined || isMonth) return undefined;
  const guideId = guideIds[guideIds.indexOf(from.guideId) + row];
  return guideId ? { ...from, guideId } : from;
}
