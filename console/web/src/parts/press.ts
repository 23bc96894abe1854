/**
 * Nothing moves between press and release. A press takes the focus from a field; what is said about the field then comes or goes, and
 * the button that is being pressed would no longer be under the pointer when it is let go: no click.
 */
import { useState, useSyncExternalStore } from 'react';

/** In ms: a finger's click comes after it was lifted, and a drag has no click at all. */
const CLICK_COMES_WITHIN_MS = 400;

let isPressed = false;
let release: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(pressed: boolean): void {
  if (isPressed === pressed) return;
  isPressed = pressed;
  for (const listener of listeners) listener();
}

function releaseIn(ms: number): void {
  clearTimeout(release);
  release = setTimeout(() => set(false), ms);
}

/** Once, before anything is drawn. */
export function watchPresses(): void {
  const capture = { capture: true } as const;
  const press = () => {
    clearTimeout(release);
    set(true);
  };
  document.addEventListener('pointerdown', press, capture);
  document.addEventListener('pointerup', () => releaseIn(CLICK_COMES_WITHIN_MS), capture);
  document.addEventListener('pointercancel', () => releaseIn(0), capture);
  // After whatever the click does.
  document.addEventListener('click', () => releaseIn(0), capture);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The value as it was when the press began, until it is over. */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const pressed = useSyncExternalStore(subscribe, () => isPressed);
  const [held, setHeld] = useState(value);
  if (!pressed && held !== value) setHeld(value);
  return pressed ? held : value;
}
