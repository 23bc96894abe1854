import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Prose } from '../../contract/schemas/common.ts';
import { detail, InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import { MAX_MESSAGE_LENGTH } from '../../domain/order-message.ts';
import { MAX_MESSAGE_FILES, MESSAGE_FILE_RULES } from '../../domain/stored-file.ts';
import { STREAMED_BYTES } from '../../lib/admission/uploads.ts';
import type { ReceivedFile } from '../../services/files/intake.ts';
import type { ReadMessage } from '../../services/files/message.ts';
import { malformedForm } from './malformed-form.ts';
import { FormKey } from './money/schemas.ts';
import { formBytes } from './upload-forms.ts';

const { maxBytes } = MESSAGE_FILE_RULES;
/** One byte more than a file may have, so that the receiver refuses it as too large. */
const LIMITS = { fileSize: maxBytes + 1, files: MAX_MESSAGE_FILES, fields: 2, fieldSize: 20_000 };
/** What a route says that takes it. */
export const MESSAGE_UPLOAD = { most: formBytes(MAX_MESSAGE_FILES, maxBytes), held: STREAMED_BYTES };
const fields = Compile(Type.Object({ key: FormKey, text: Prose(MAX_MESSAGE_LENGTH, 'The message', true) }));

/**
 * A message as a form sends it (multipart/form-data): `key`, `text`, any number of `file`; to be read once what it is about is known.
 * @throws InvalidParameter when it is read
 */
export function readMessageForm(request: FastifyRequest): ReadMessage {
  return async (receive) => {
    const sent: Record<string, unknown> = {};
    const files: ReceivedFile[] = [];
    try {
      for await (const part of request.parts({ limits: LIMITS })) {
        if (part.type === 'file') files.push(await receive({ name: part.filename, content: part.file }));
        else sent[part.fieldname] = part.value;
      }
    } catch (error) {
      throw refused(error);
    }
    if (fields.Check(sent)) return { ...sent, files };
    throw invalidParameter('body.text', 'invalid', 'must be text of at most 2,000 characters');
  };
}

/** What the multipart reader refuses, in the platform's words. */
function refused(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const of = REFUSALS[code];
  return of === undefined ? (malformedForm(error) ?? error) : new InvalidParameter([of], { cause: error });
}

const REFUSALS: Readonly<Record<string, ReturnType<typeof detail>>> = {
  FST_FILES_LIMIT: detail('body.file', 'too_many', `at most ${MAX_MESSAGE_FILES} files with a message`),
  FST_FIELDS_LIMIT: detail('body', 'too_many', 'has only text and files'),
  FST_PARTS_LIMIT: detail('body', 'too_many', 'has only text and files'),
  FST_PROTO_VIOLATION: detail('body', 'invalid', 'has only text and files'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: detail(
    'header.content-type',
    'unsupported_media_type',
    'must be multipart/form-data',
  ),
  FST_MP_PREMATURE_CLOSE: detail('body', 'wrong_length', 'ended too early'),
};
