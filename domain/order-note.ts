/** Internal notes of one side on an order: its own people's, and nobody else's (docs/console.md, "What only one company sees"). */

/** For one order, of one side. */
export const MAX_NOTES = 200;
/** Characters. */
export const MAX_NOTE_LENGTH = 2_000;
