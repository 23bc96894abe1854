/** Messages that come with files, from a form: about a disputed line, or to the other side of an order. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { StoredFile } from '../../db/entities/index.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { numberedId } from '../../domain/ids.ts';
import { type FileFacts, MAX_CONVERSATION_FILES } from '../../domain/stored-file.ts';
import type { ReceivedFile, SentFile } from './intake.ts';

/** A message as it was sent. */
export interface SentMessage {
  /** The form's own: the same again is not written twice. */
  readonly key: string;
  readonly text: string;
  readonly files: readonly ReceivedFile[];
}

/** Reads a message to its end, and each of its files by `receive`. */
export type ReadMessage = (receive: (file: SentFile) => Promise<ReceivedFile>) => Promise<SentMessage>;

/** A stored file as its readers see it. @param id the row's. */
export const fileFacts = (
  id: number,
  { name, type, size }: Pick<StoredFile, 'name' | 'type' | 'size'>,
): FileFacts => ({ fileId: numberedId('file', id), name, type, size });

/** The files of messages, in their order, by the ids of the messages. @param links which file came with which message. */
export async function filesOfMessages(
  em: EntityManager,
  links: readonly { readonly fileId: number; readonly messageId: number }[],
): Promise<ReadonlyMap<number, readonly FileFacts[]>> {
  if (links.length === 0) return new Map();
  const stored = await em.find(StoredFile, { id: { $in: links.map(({ fileId }) => fileId) } });
  const files = new Map(stored.map((file) => [file.id, fileFacts(file.id, file)]));
  const grouped = Map.groupBy(links, ({ messageId }) => messageId);
  return new Map(
    [...grouped].map(([messageId, own]) => [
      messageId,
      own
        .map(({ fileId }) => fileId)
        .toSorted((a, b) => a - b)
        .map((id) => files.get(id)!),
    ]),
  );
}

/** @param all files, with those that come now. @param subject what they are about: "an order". @throws InvalidParameter */
export function refuseTooManyFiles(all: number, subject: string): void {
  if (all <= MAX_CONVERSATION_FILES) return;
  throw invalidParameter(
    'body.files',
    'limit_reached',
    `${subject} has at most ${MAX_CONVERSATION_FILES} files`,
  );
}
