/** Words of the area developers. */
export const developers = {};
