/** Whether the window is as narrow as a phone's: what is folded away there need not be made (parts/table.css has the same width). */
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 700px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
