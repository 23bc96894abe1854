import type { Area } from '../../shell/area.ts';

/** Pages of the area studio. */
export const studio: Area = { pages: [], rail: [] };
