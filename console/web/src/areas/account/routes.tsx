import type { Area } from '../../shell/area.ts';

/** Pages of the area account. */
export const account: Area = { pages: [], rail: [] };
