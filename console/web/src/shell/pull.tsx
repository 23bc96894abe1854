/** A page that a finger pulls down is read again; what is typed on it stays. An installed console has no button of the browser for that. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from './preferences.tsx';
import './pull.css';

/** So far a finger goes until letting go reads again, CSS pixels. */
const FAR = 120;

export function PullToRefresh() {
  const client = useQueryClient();
  const words = useTexts().frame;
  const [isReading, setReading] = useState(false);
  const part = usePull(() => {
    setReading(true);
    void client.invalidateQueries().finally(() => setReading(false));
  });
  const isShown = part > 0 || isReading;
  const shownPart = isReading ? 1 : part;
  return (
    <div className="pull" role="status">
      {isShown && (
        <span
          className={isReading ? 'pull-mark reading' : 'pull-mark'}
          style={{ translate: `0 ${shownPart * 48}px`, rotate: `${shownPart * 180}deg`, opacity: shownPart }}
        >
          <Icon name="refresh" />
        </span>
      )}
      {isReading && <span className="hidden">{words.readingAgain}</span>}
    </div>
  );
}

/** @returns how far the page is pulled: 0 to 1, from which on letting go does it. */
function usePull(onPulled: () => void): number {
  const [part, setPart] = useState(0);
  const latest = useRef(onPulled);
  latest.current = onPulled;
  useEffect(() => {
    let from: Touch | undefined;
    let pulled = 0;
    const pull = (to: number) => {
      pulled = to;
      setPart(to);
    };
    const giveUp = () => {
      from = undefined;
      pull(0);
    };
    const start = ({ touches, target }: TouchEvent) => {
      giveUp();
      if (touches.length === 1 && window.scrollY <= 0 && !scrollsItself(target as Element)) from = touches[0];
    };
    const move = (event: TouchEvent) => {
      const at = event.touches[0];
      if (!from || !at) return;
      const down = at.clientY - from.clientY;
      const aside = Math.abs(at.clientX - from.clientX);
      // Another gesture: of two fingers, sideways, upwards, or of a page's own.
      if (event.touches.length > 1 || event.defaultPrevented || aside > Math.max(down / 2, 12) || down < -12)
        giveUp();
      else if (window.scrollY <= 0) pull(Math.min(Math.max(down, 0) / FAR, 1));
    };
    const end = () => {
      if (pulled === 1) latest.current();
      giveUp();
    };
    document.addEventListener('touchstart', start, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    document.addEventListener('touchcancel', giveUp);
    return () => {
      document.removeEventListener('touchstart', start);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', giveUp);
    };
  }, []);
  return part;
}

/** In a dialog, on a map, or in what has a scroll of its own. */
function scrollsItself(target: Element): boolean {
  for (
    let element: Element | null = target;
    element && element !== document.body;
    element = element.parentElement
  ) {
    const { overflowY, touchAction } = getComputedStyle(element);
    const isScroller = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight;
    if (isScroller || touchAction === 'none' || element.role === 'dialog') return true;
  }
  return false;
}
