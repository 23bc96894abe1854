/** Words of the area operators, in Spanish. */
import type { operators as english } from '../en/operators.ts';

export const operators: typeof english = {};
