import { invalidParameter } from '../../domain/errors.ts';

/** An opaque cursor of texts and numbers. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * The parts of a cursor that `encodeCursor` made.
 * @param forms one pattern for each part; where there were several versions, one such list for each.
 * @throws InvalidParameter for anything else.
 */
export function decodeCursor(cursor: string, ...forms: readonly (readonly RegExp[])[]): string[] {
  const parts = parse(cursor);
  const fits = (form: readonly RegExp[]) =>
    parts.length === form.length && form.every((pattern, index) => pattern.test(parts[index]!));
  if (!forms.some(fits)) {
    throw invalidParameter('query.cursor', 'unknown_cursor', 'was not issued by this list');
  }
  return parts;
}

function parse(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts.map(String) : [];
  } catch {
    return [];
  }
}
