/** Words of the area company. */
export const company = {};
