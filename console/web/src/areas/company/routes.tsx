import type { Area } from '../../shell/area.ts';

/** Pages of the area company. */
export const company: Area = { pages: [], rail: [] };
