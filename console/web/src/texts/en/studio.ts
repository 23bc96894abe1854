/** Words of the area studio. */
export const studio = {};
