import { isUtf8 } from 'node:buffer';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import jsonc from 'jsonc-parser';
import { detail, type ErrorDetail, InvalidParameter } from '../../../domain/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes, kept only for requests that come with a signature. */
    rawBody?: Buffer;
  }
}

/**
 * Reads JSON bodies. An empty one is no body, whatever the content type says: many clients send the header with
 * every POST. A member that would reach into a prototype is refused.
 */
export function readJson(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (request.headers['x-signature'] !== undefined) request.rawBody = body;
    if (body.length === 0) return done(null, undefined);
    // Decoding would put U+FFFD in the place of what is broken, and book that.
    if (!isUtf8(body)) return done(new InvalidParameter([NOT_UTF8]));
    const text = body.toString('utf8');
    // With a callback it returns nothing.
    void parse(request, text, (error, value) =>
      error ? done(new InvalidParameter([whatIsWrong(text)])) : done(null, value),
    );
  };
}

const NOT_UTF8 = detail('body', 'malformed_encoding', 'is not well-formed UTF-8');
const NOT_PLAIN = detail(
  'body',
  'not_permitted',
  'must not have a member __proto__, nor constructor.prototype',
);
const TOO_DEEP = detail(
  'body',
  'malformed_json',
  'is not well-formed JSON, and nested too deeply to say where',
);

/** Says where, and never what is there: bodies hold personal data. */
function whatIsWrong(text: string): ErrorDetail {
  let found: ErrorDetail | undefined;
  try {
    jsonc.visit(
      text,
      {
        onError: (error, offset, _length, line, column) => {
          const kind = inWords(jsonc.printParseErrorCode(error));
          const where = `line ${line + 1}, column ${column + 1} (character ${offset + 1})`;
          found ??= detail('body', 'malformed_json', `is not well-formed JSON: ${kind} at ${where}`);
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch {
    // It calls itself for every level; JSON.parse does not.
    return TOO_DEEP;
  }
  return found ?? NOT_PLAIN;
}

/** `CommaExpected` → `comma expected`. */
function inWords(kind: string): string {
  return kind.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase();
}
