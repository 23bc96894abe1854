/** Words of the area studio, in Spanish. */
import type { studio as english } from '../en/studio.ts';

export const studio: typeof english = {};
