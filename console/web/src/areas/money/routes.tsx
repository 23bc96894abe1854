import type { Area } from '../../shell/area.ts';

/** Pages of the area money. */
export const money: Area = { pages: [], rail: [] };
