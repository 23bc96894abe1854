import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { DisputeFile, DisputeMessage } from '../../db/entities/index.ts';
import {
  type DisputeRow,
  lockDispute,
  markMessagesRead,
  selectDispute,
  selectMessages,
  type ThreadMessage,
} from '../../db/queries/money/dispute-threads.ts';
import { type ThreadSide, threadOpenUntil, threadRefusal } from '../../domain/dispute-thread.ts';
import { SettlementNotFound, SettlementStateForbids } from '../../domain/errors.ts';
import { numberedId, numberOf } from '../../domain/ids.ts';
import { type FileFacts, MESSAGE_FILE_RULES } from '../../domain/stored-file.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { storeFile, withReceived } from '../files/intake.ts';
import { filesOfMessages, type ReadMessage, refuseTooManyFiles, type SentMessage } from '../files/message.ts';
import { type OpenedFile, openFile } from '../files/stored.ts';
import { notifyOtherSide } from './dispute-mails.ts';
import { type DisputeView, viewDispute } from './dispute-view.ts';

/** Who reads a dispute, or writes about it. */
export interface ThreadViewer {
  readonly personId: number;
  readonly actor: AuditActor;
  /** The merchant whose disputes they see; absent: an operator, who sees all. */
  readonly merchantKey?: string;
  /** What they only read stays unread for those who can answer. */
  readonly mayWrite: boolean;
}

/** A dispute with all that was written about it, from one side. */
export interface DisputeThread extends DisputeView {
  readonly conversation: {
    readonly messageId: string;
    readonly side: ThreadSide;
    readonly name: string;
    readonly isOwn: boolean;
    readonly text: string;
    readonly createdAt: string;
    readonly readAt: string | null;
    readonly files: FileFacts[];
  }[];
  /** Null: as long as it waits for its answer. */
  readonly writeUntil: string | null;
  /** Why nobody may write any more; null where they may. */
  readonly closedBecause: string | null;
}

export interface ThreadDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  readonly consoleBaseUrl: string;
}

/** What a merchant and the operators write to each other about disputed lines (docs/settlement.md, "Disputes"). */
export function createDisputeThreads(deps: ThreadDeps) {
  const { orm, cipher, now } = deps;
  return {
    /** The other side's messages are read by that. @throws SettlementNotFound also for another merchant's. */
    read: (viewer: ThreadViewer, disputeId: string): Promise<DisputeThread> =>
      orm.em.fork().transactional((em) => readThread(em, viewer, disputeId, now())),
    /** Nothing is read before the dispute is known to be theirs. @throws SettlementNotFound, SettlementStateForbids, InvalidParameter */
    write: async (
      viewer: ThreadViewer,
      disputeId: string,
      readMessage: ReadMessage,
    ): Promise<DisputeThread> => {
      await findDispute(orm.em.fork(), viewer, disputeId);
      return await withReceived(orm.em.fork(), cipher, MESSAGE_FILE_RULES, async (receive) => {
        const message = await readMessage(receive);
        return await orm.em.fork().transactional(async (em) => {
          await writeMessage(em, deps, viewer, disputeId, message);
          return await readThread(em, viewer, disputeId, now());
        });
      });
    },
    /** Notifies the merchant by mail that its objection was answered; once, however often this is called. */
    publishAnswer: (disputeId: string): Promise<void> =>
      orm.em.fork().transactional(async (em) => {
        const dispute = await selectDispute(em, numberOf('dispute', disputeId));
        if (!dispute?.resolvedAt) return;
        const news = { from: 'operator', news: 'answer', at: dispute.resolvedAt } as const;
        await notifyOtherSide(em, dispute, { ...news, consoleBaseUrl: deps.consoleBaseUrl });
      }),
    /** @throws SettlementNotFound for whatever is no file of this dispute. */
    file: async (viewer: ThreadViewer, disputeId: string, fileId: string): Promise<OpenedFile> => {
      const em = orm.em.fork();
      const dispute = await findDispute(em, viewer, disputeId);
      const id = numberOf('file', fileId);
      const ofDispute = await em.findOne(DisputeFile, { fileId: id });
      if (ofDispute === null) throw new SettlementNotFound();
      const isHere = await em.count(DisputeMessage, { id: ofDispute.messageId, disputeId: dispute.id });
      if (isHere === 0) throw new SettlementNotFound();
      return await openFile(em, cipher, id);
    },
  };
}

async function findDispute(
  em: EntityManager,
  { merchantKey }: ThreadViewer,
  disputeId: string,
): Promise<DisputeRow> {
  const dispute = await selectDispute(em, numberOf('dispute', disputeId));
  const isTheirs = merchantKey === undefined || dispute?.merchantKey === merchantKey;
  if (dispute === undefined || !isTheirs) throw new SettlementNotFound();
  return dispute;
}

const sideOf = ({ merchantKey }: ThreadViewer): ThreadSide =>
  merchantKey === undefined ? 'operator' : 'merchant';

async function readThread(
  em: EntityManager,
  viewer: ThreadViewer,
  disputeId: string,
  at: Date,
): Promise<DisputeThread> {
  const dispute = await findDispute(em, viewer, disputeId);
  const messages = await selectMessages(em, dispute.id);
  const files = await filesOf(em, dispute.id);
  if (viewer.mayWrite) await markMessagesRead(em, dispute.id, sideOf(viewer), at);
  return {
    ...viewDispute(dispute, sideOf(viewer)),
    conversation: messages.map((message) => viewMessage(message, viewer, files.get(message.id) ?? [])),
    writeUntil: threadOpenUntil(dispute)?.toISOString() ?? null,
    closedBecause: threadRefusal(dispute, messages.length, at) ?? null,
  };
}

function viewMessage(message: ThreadMessage, viewer: ThreadViewer, files: readonly FileFacts[]) {
  const { id, personId, createdAt, readAt, side, name, text } = message;
  return {
    ...{ messageId: numberedId('disputeMessage', id), side, name, text, files: [...files] },
    isOwn: personId === viewer.personId,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}

/** By the ids of their messages. */
async function filesOf(em: EntityManager, disputeId: number) {
  const messages = await em.find(DisputeMessage, { disputeId }, { fields: ['id'] });
  return await filesOfMessages(
    em,
    await em.find(DisputeFile, { messageId: { $in: messages.map(({ id }) => id) } }),
  );
}

async function writeMessage(
  em: EntityManager,
  { now, consoleBaseUrl }: ThreadDeps,
  viewer: ThreadViewer,
  disputeId: string,
  { key, text, files }: SentMessage,
): Promise<void> {
  const dispute = await findDispute(em, viewer, disputeId);
  const locked = await lockDispute(em, dispute.id);
  if ((await em.count(DisputeMessage, { disputeId: dispute.id, key })) > 0) return;
  const createdAt = now();
  const count = await em.count(DisputeMessage, { disputeId: dispute.id });
  const refusal = threadRefusal(locked, count, createdAt);
  if (refusal !== undefined) throw new SettlementStateForbids(refusal);
  await refuseFullDispute(em, dispute.id, files.length);
  const side = sideOf(viewer);
  const hasUnread = (await em.count(DisputeMessage, { disputeId: dispute.id, side, readAt: null })) > 0;
  const { personId, actor } = viewer;
  const message = { disputeId: dispute.id, side, personId, key, text, createdAt };
  const messageId = Number(await em.insert(DisputeMessage, message));
  for (const file of files)
    await em.insert(DisputeFile, { fileId: await storeFile(em, file, createdAt), messageId });
  // Without the text.
  await recordAudit(em, actor, {
    action: 'dispute.message_sent',
    subject: `settlement:${dispute.settlementId}`,
    merchantKey: dispute.merchantKey,
    details: { disputeId, messageId: numberedId('disputeMessage', messageId), files: files.length },
  });
  // Who was notified and has not read it yet gets no second mail.
  if (!hasUnread) await notifyOtherSide(em, dispute, { from: side, at: createdAt, consoleBaseUrl });
}

async function refuseFullDispute(em: EntityManager, disputeId: number, more: number): Promise<void> {
  if (more === 0) return;
  const stored = await em.count(DisputeFile, {
    messageId: {
      $in: (await em.find(DisputeMessage, { disputeId }, { fields: ['id'] })).map(({ id }) => id),
    },
  });
  refuseTooManyFiles(stored + more, 'a dispute');
}
