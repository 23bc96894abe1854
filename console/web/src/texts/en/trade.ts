/** Words of the area trade. */
export const trade = {};
