/** Words of the area company, in Spanish. */
import type { company as english } from '../en/company.ts';

export const company: typeof english = {};
