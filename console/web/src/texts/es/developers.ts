/** Words of the area developers, in Spanish. */
import type { developers as english } from '../en/developers.ts';

export const developers: typeof english = {};
