/** Short messages at the edge that go by themselves; with undo where it can be. */
import { useEffect, useState } from 'react';
import { useTexts } from '../shell/preferences.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { createStore } from './store.ts';
import './toast.css';

interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'warning';
  /** Takes back what was just done. */
  readonly undo?: () => void;
}

interface ShownToast extends Toast {
  readonly id: number;
}

/** How long a message stays while nobody points at it, in ms. */
const STAYS_MS = 8_000;

const shown = createStore<readonly ShownToast[]>([]);
let last = 0;

export function showToast(toast: Toast): void {
  last += 1;
  shown.set([...shown.get().slice(-2), { ...toast, id: last }]);
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((toast) => toast.id !== id));
}

/** Shows messages; used once, in the frame. */
export function Toasts() {
  const toasts = shown.use();
  const words = useTexts().frame.toast;
  return (
    <section className="toasts" aria-label={words.region} aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function OneToast({ toast }: { toast: ShownToast }) {
  const words = useTexts().frame.toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(toast.id), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast.id]);
  const undo = () => {
    dismiss(toast.id);
    toast.undo?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from going
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.tone === 'warning' ? 'warning' : 'check'} />
      <span>{toast.text}</span>
      {toast.undo && (
        <Button small onPress={undo}>
          {words.undo}
        </Button>
      )}
      <Button small tone="quiet" icon="close" label={words.dismiss} onPress={() => dismiss(toast.id)} />
    </div>
  );
}
