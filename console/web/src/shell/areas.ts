/** A context with the areas: the shell reads them from here, so that pages and shell don't import each other. */
import { createContext, useContext } from 'react';
import type { Area } from './area.ts';

export const AreasContext = createContext<readonly Area[]>([]);

export function useAreas(): readonly Area[] {
  return useContext(AreasContext);
}
