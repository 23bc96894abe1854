/**
 * What somebody answers to a mail of a notice becomes a message of its order, and a mail that comes back is the last to its address
 * (docs/console.md, "Answers by mail"). What this rules out (test/console/accounts/inbound-mails.test.ts):
 *
 * - Somebody else's mail becomes a message: the address is sealed for one mailbox, and the mail comes from it.
 * - Somebody who left the company, lost the role, or has another address by now writes for it: all are looked up each time.
 * - A mail that is passed on twice becomes two messages: its Message-ID names the command.
 * - An answer is lost without a word: who wrote what can't be taken gets a mail that says why.
 * - Two machines write to each other: what nobody wrote is not answered.
 */
import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Compile } from 'typebox/compile';
import { MessageBody } from '../../contract/schemas/messages.ts';
import type { Cipher } from '../../db/cipher.ts';
import { writeNews } from '../../db/queries/console/account-mails.ts';
import { noteReturned } from '../../db/queries/notices/inbound-mails.ts';
import { type AnswerableNotice, findAnswerable } from '../../db/queries/notices/notices.ts';
import { pageOf } from '../../domain/console-places.ts';
import { OrderNotFound, OrderStateForbids } from '../../domain/errors.ts';
import { MAX_MESSAGE_LENGTH } from '../../domain/order-message.ts';
import { type AnswerProblem, answerProblemMail } from '../../lib/mail/answer-words.ts';
import { type InboundMail, readInbound } from '../../lib/mail/inbound.ts';
import { addressIn } from '../../lib/mail/message.ts';
import { callerOfPerson, merchantOf } from '../credentials/caller.ts';
import { createIdempotency, requestHash } from '../idempotency.ts';
import type { MerchantDirectory } from '../merchants.ts';
import { createMessageService } from '../messages.ts';
import { mayAnswerByLink } from './answering.ts';
import { createMailAddresses } from './mail-addresses.ts';

/** What became of a mail that came in. */
export type InboundOutcome =
  /** A message of an order. */
  | 'message'
  /** It could not be taken; its sender is sent a mail that says why. */
  | 'refused'
  /** A mail of ours came back, and its address is marked. */
  | 'returned'
  /** Nobody wrote it, or nobody who may: nothing happened. */
  | 'ignored';

export interface InboundDeps {
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly merchants: MerchantDirectory;
  readonly now: () => Date;
  readonly consoleBaseUrl: string;
  /** As MAIL_FROM; absent where no mails are sent. */
  readonly mailFrom: string | undefined;
}

const isMessage = Compile(MessageBody);

export function createInbound(deps: InboundDeps) {
  const { orm, cipher, merchants, consoleBaseUrl } = deps;
  const addresses = createMailAddresses(cipher);
  const messages = createMessageService(deps);
  const idempotency = createIdempotency(deps);
  const ours = ['answer+', ...(deps.mailFrom === undefined ? [] : [addressIn(deps.mailFrom)])];

  /** @returns what can't be taken of it; undefined: it is written. */
  async function write(
    notice: AnswerableNotice,
    mail: InboundMail,
    from: { address: string; requestId: string },
  ): Promise<AnswerProblem | undefined> {
    const { personId, merchantKey: owner, subjectId: orderId } = notice;
    const body = { text: mail.text };
    if (mail.text === '') return 'empty';
    if (!isMessage.Check(body)) return mail.text.length > MAX_MESSAGE_LENGTH ? 'too_long' : 'unreadable';
    const holder = await merchants.find(owner);
    if (holder === undefined) return 'refused';
    const name = createHash('sha256').update(mail.messageId).digest('base64url');
    const request = { owner, key: `mail-${name}`, hash: requestHash('MAIL', orderId, name) };
    const known = await idempotency.begin(request);
    if ('answer' in known) return undefined;
    const command = { id: name, key: request.key, requestHash: request.hash };
    const via = { personId, ...from, mayNotManageEndpoints: true, command };
    try {
      await messages.send(merchantOf(callerOfPerson(holder, personId), via), orderId, body);
    } catch (error) {
      await idempotency.release(known.lease);
      if (error instanceof OrderStateForbids || error instanceof OrderNotFound) return 'refused';
      throw error;
    }
    await idempotency.finish(known.lease, '{}');
    return mail.hasAttachments ? 'attachments' : undefined;
  }

  async function explain(notice: AnswerableNotice, problem: AnswerProblem): Promise<void> {
    const { personId, email, language, subjectId: orderId } = notice;
    const page = `${consoleBaseUrl}${pageOf(notice, orderId)}`;
    const text = answerProblemMail(language, problem, { orderId, page });
    const mail = { to: email, type: 'notice.answer', sender: `person:${personId}`, ...text } as const;
    await orm.em.fork().transactional((em) => writeNews(em, mail));
  }

  return {
    /** @throws NoMail; and what another try may not meet. */
    async take(raw: Uint8Array, from: { address: string; requestId: string }): Promise<InboundOutcome> {
      const mail = await readInbound(raw, ours);
      const known = mail.to.map((one) => addresses.read(one)).find((one) => one !== undefined);
      if (known === undefined) return 'ignored';
      if (known.is === 'returned') {
        if (!mail.isFailure) return 'ignored';
        return (await noteReturned(orm.em.fork(), known.mailNumber)) ? 'returned' : 'ignored';
      }
      if (mail.isAutomatic) return 'ignored';
      const notice = await findAnswerable(orm.em.fork(), known.noticeId);
      if (notice === undefined || !known.isFor(notice.email)) return 'ignored';
      const isOwn = mail.from === notice.email.toLowerCase();
      if (!isOwn || !mayAnswerByLink(notice)) return 'ignored';
      const problem = await write(notice, mail, from);
      if (problem === undefined) return 'message';
      await explain(notice, problem);
      return problem === 'attachments' ? 'message' : 'refused';
    },
  };
}
