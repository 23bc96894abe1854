/** Files that come with messages of an order; they are kept until its personal data is erased. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Cipher } from '../db/cipher.ts';
import { OrderAttachment, OrderMessage } from '../db/entities/index.ts';
import { OrderNotFound } from '../domain/errors.ts';
import { numberOf } from '../domain/ids.ts';
import type { FileFacts } from '../domain/stored-file.ts';
import { type ReceivedFile, storeFile } from './files/intake.ts';
import { fileFacts, filesOfMessages, refuseTooManyFiles } from './files/message.ts';
import { type OpenedFile, openFile } from './files/stored.ts';

/** @throws InvalidParameter where the order would have too many. */
export async function refuseFullOrder(em: EntityManager, orderId: string, more: number): Promise<void> {
  refuseTooManyFiles((await em.count(OrderAttachment, { orderId })) + more, 'an order');
}

/** The message that a form has become: of two forms with one key, the first. */
export async function findSentForm(
  em: EntityManager,
  { orderId, formKey, senderKey }: { orderId: string; formKey: string; senderKey: string },
): Promise<OrderMessage | undefined> {
  const sent = await em.find(OrderAttachment, { orderId, formKey });
  const ids = sent.map(({ messageId }) => messageId);
  return (await em.findOne(OrderMessage, { id: { $in: ids }, senderKey })) ?? undefined;
}

/** In the transaction that wrote the message. @returns them as its readers see them. */
export async function attachFiles(
  em: EntityManager,
  message: { readonly orderId: string; readonly messageId: number; readonly formKey: string },
  files: readonly ReceivedFile[],
  at: Date,
): Promise<FileFacts[]> {
  const attached: FileFacts[] = [];
  for (const file of files) {
    const fileId = await storeFile(em, file, at);
    await em.insert(OrderAttachment, { fileId, ...message });
    attached.push(fileFacts(fileId, file));
  }
  return attached;
}

/** Files of messages of one order, by the ids of the messages. */
export async function attachmentsOf(
  em: EntityManager,
  orderId: string,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FileFacts[]>> {
  if (messageIds.length === 0) return new Map();
  return await filesOfMessages(
    em,
    await em.find(OrderAttachment, { orderId, messageId: { $in: [...messageIds] } }),
  );
}

/** The caller has checked that its reader sees the order. @throws OrderNotFound for whatever is no file of its messages. */
export async function openAttachment(
  em: EntityManager,
  cipher: Cipher,
  orderId: string,
  fileId: string,
): Promise<OpenedFile> {
  const id = numberOf('file', fileId);
  if ((await em.count(OrderAttachment, { fileId: id, orderId })) === 0) throw new OrderNotFound();
  return await openFile(em, cipher, id);
}
