/** Words of the area money. */
export const money = {};
