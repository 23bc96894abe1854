/** The package's; a test holds it against package.json. */
export const VERSION = '0.3.0';
