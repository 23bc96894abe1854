import type { Area } from '../../shell/area.ts';

/** Pages of the area developers. */
export const developers: Area = { pages: [], rail: [] };
