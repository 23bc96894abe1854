/** How long an access token is valid (specification, "Limits"). */
export const TOKEN_LIFETIME_SECONDS = 7_200;
