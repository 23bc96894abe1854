/** Rows or cards that somebody has chosen: one by one, from one to another, or all. */
import { type ReactNode, useRef, useState } from 'react';
import { Checkbox } from './fields.tsx';

/** So many are done by one press: nobody looks through more. */
export const MAX_CHOSEN = 100;

export interface Selection {
  /** Of the rows that are there, in their order. */
  readonly ids: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  /** @param isRange all from the one before become what that has become. */
  readonly toggle: (id: string, isRange?: boolean) => void;
}

/** @param rows ids of all that can be chosen; what is there no longer is chosen no longer. */
export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const last = useRef<string>(undefined);
  const select = (ids: readonly string[]) => setChosen(ids.slice(0, MAX_CHOSEN));
  const toggle = (id: string, isRange = false) => {
    const before = last.current;
    last.current = id;
    if (isRange && before !== undefined && rows.includes(before)) {
      const range = between(rows, before, id);
      select(chosen.includes(before) ? union(chosen, range) : chosen.filter((one) => !range.includes(one)));
    } else select(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  return { ids: rows.filter((id) => chosen.includes(id)), select, toggle };
}

const union = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];

/** Both ends included, whichever is the first. */
function between(rows: readonly string[], one: string, other: string): string[] {
  const ends = [rows.indexOf(one), rows.indexOf(other)];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}

interface BoxProps {
  readonly id: string;
  /** What it chooses, for those who don't see beside what it stands. */
  readonly label: ReactNode;
  readonly selection: Selection;
}

/** With Shift it chooses all from the one before. */
export function SelectBox({ id, label, selection }: BoxProps) {
  const isRange = useRef(false);
  const note = ({ shiftKey }: { readonly shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only whether Shift is held is read here
    <span
      className="select-box"
      onPointerDownCapture={note}
      onKeyDownCapture={note}
      // The browser would choose the text in between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Checkbox
        name={id}
        label={<span className="hidden">{label}</span>}
        isSelected={selection.ids.includes(id)}
        onChange={() => selection.toggle(id, isRange.current)}
      />
    </span>
  );
}
