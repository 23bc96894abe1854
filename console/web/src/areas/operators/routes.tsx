import type { Area } from '../../shell/area.ts';

/** Pages of the area operators. */
export const operators: Area = { pages: [], rail: [] };
