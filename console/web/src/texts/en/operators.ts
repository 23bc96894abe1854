/** Words of the area operators. */
export const operators = {};
