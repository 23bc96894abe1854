/**
 * Nothing moves between press and release. A press takes the focus from a field; what is said about the field then comes or goes, and
 * the button that is being pressed would no longer be under the pointer when it is let go: no click.
 */
import { useState } from 'react';
import { createStore } from './store.ts';

/** In ms: a finger's click comes after it was lifted, and a drag has no click at all. */
const CLICK_COMES_WITHIN_MS = 400;

const isPressed = createStore(false);
let release: ReturnType<typeof setTimeout> | undefined;

function releaseIn(ms: number): void {
  clearTimeout(release);
  release = setTimeout(() => isPressed.set(false), ms);
}

/** Once, before anything is drawn. */
export function watchPresses(): void {
  const capture = { capture: true } as const;
  const press = () => {
    clearTimeout(release);
    isPressed.set(true);
  };
  document.addEventListener('pointerdown', press, capture);
  document.addEventListener('pointerup', () => releaseIn(CLICK_COMES_WITHIN_MS), capture);
  document.addEventListener('pointercancel', () => releaseIn(0), capture);
  // After whatever the click does.
  document.addEventListener('click', () => releaseIn(0), capture);
}

/** The value as it was when the press began, until it is over. */
export function useHeldWhilePressed<Value>(value: Value): Value {
  const pressed = isPressed.use();
  const [held, setHeld] = useState(value);
  if (!pressed && held !== value) setHeld(value);
  return pressed ? held : value;
}
