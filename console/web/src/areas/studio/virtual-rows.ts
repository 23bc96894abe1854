/** Which rows are drawn: those near the view, and the one that has the cursor, since focus and keys need it. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { View } from './views.ts';

/** As calendar.css has them. */
export const HEAD_HEIGHT = 34;
const ROW_HEIGHTS: Readonly<Record<View, number>> = { month: 34, week: 64, day: 48 };

/** Rows beyond the view: drawn already, and asked for already. */
const DRAWN_AHEAD = 6;
const ASKED_AHEAD = 25;

interface RowsOptions {
  readonly view: View;
  readonly count: number;
  /** A row that stays, wherever the view is. */
  readonly kept: number;
  readonly onLook: ((first: number, last: number) => void) | undefined;
}

/** @param frame in which they scroll; null before it is there. */
export function useVirtualRows(frame: HTMLElement | null, { view, count, kept, onLook }: RowsOptions) {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => ROW_HEIGHTS[view],
    rangeExtractor: (range) => withRow(range, kept),
    overscan: DRAWN_AHEAD,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const { startIndex: first = 0, endIndex: last = 0 } = rows.range ?? {};
  useEffect(() => {
    if (count > 0) onLook?.(Math.max(0, first - ASKED_AHEAD), Math.min(count - 1, last + ASKED_AHEAD));
  }, [first, last, count, onLook]);
  /** Rows of another height: the first of them stays the first. */
  const drawn = useRef(view);
  useLayoutEffect(() => {
    if (drawn.current === view) return;
    drawn.current = view;
    const top = rows.getVirtualItemForOffset((rows.scrollOffset ?? 0) + HEAD_HEIGHT);
    rows.measure();
    rows.scrollToIndex(top?.index ?? 0, { align: 'start' });
  });
  return { items: rows.getVirtualItems(), end: rows.getTotalSize() };
}

/** In the order of the rows. */
function withRow(range: Range, kept: number): number[] {
  const near = defaultRangeExtractor(range);
  return kept < 0 || near.includes(kept) ? near : [...near, kept].toSorted((one, other) => one - other);
}
