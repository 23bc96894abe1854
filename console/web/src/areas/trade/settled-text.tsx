/** A filter that is typed: it counts when the typing pauses, or on Enter. */
import { useEffect, useState } from 'react';
import { TextField } from '../../parts/fields.tsx';

const PAUSE_MS = 400;

interface SettledProps {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Shorter texts than that don't count, but an empty one does. */
  readonly minLength?: number;
  readonly onSettled: (value: string) => void;
}

export function SettledText({ value, minLength = 1, onSettled, ...field }: SettledProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const text = typed.trim();
    const counts = text !== value && (text === '' || text.length >= minLength);
    if (!counts) return;
    const timer = setTimeout(() => onSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, minLength, onSettled]);
  return <TextField {...field} isOptional type="search" value={typed} onChange={setTyped} maxLength={100} />;
}
