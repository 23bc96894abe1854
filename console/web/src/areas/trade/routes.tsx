import type { Area } from '../../shell/area.ts';

/** Pages of the area trade. */
export const trade: Area = { pages: [], rail: [] };
