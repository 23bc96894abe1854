import { detail, InvalidParameter } from '../../domain/errors.ts';

/** The parser's messages for malformed multipart bodies; its errors have no code. */
const MALFORMED = /unexpected end of multipart data|Boundary not found/i;

/** A refusal in place of the parser's error; undefined for any other. */
export function malformedForm(error: unknown): InvalidParameter | undefined {
  const isMalformed = error instanceof Error && MALFORMED.test(error.message);
  if (!isMalformed) return undefined;
  return new InvalidParameter([detail('body', 'invalid', 'is no well-formed multipart/form-data')], {
    cause: error,
  });
}
