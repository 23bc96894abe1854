/** How long an access token is valid (specification, "Limits"); also the longest that can be requested. */
export const TOKEN_LIFETIME_SECONDS = 7_200;
/** Nothing can be done with a shorter one. */
export const SHORTEST_TOKEN_SECONDS = 60;

/** @returns undefined for what is no whole number of seconds within the bounds. */
export function parseTokenLifetime(text: string | undefined): number | undefined {
  if (text === undefined) return TOKEN_LIFETIME_SECONDS;
  if (!/^[1-9][0-9]{0,4}$/.test(text)) return undefined;
  const seconds = Number(text);
  return seconds >= SHORTEST_TOKEN_SECONDS && seconds <= TOKEN_LIFETIME_SECONDS ? seconds : undefined;
}
