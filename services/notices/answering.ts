/**
 * Answers by a link in a mail, without a sign-in: who has the mailbox may confirm or decline the request that the mail is about, and
 * nothing else (docs/console.md, "Notices"). What this rules out (test/console/accounts/notice-answers.test.ts):
 *
 * - A mail scanner that opens the link answers: the token is behind `#`, and only a press sends it with an answer.
 * - Somebody who left the company, lost the role, or has the person's former mailbox answers: all are looked up each time.
 * - A press that is repeated counts twice: notice and answer name the command.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../../db/cipher.ts';
import { type AnswerableNotice, findRequest } from '../../db/queries/notices/notices.ts';
import { pageOf } from '../../domain/console-places.ts';
import { mayInCompany } from '../../domain/console-roles.ts';
import { toDecimal } from '../../domain/money.ts';
import type { OrderState } from '../../domain/order-state.ts';
import { LinkEnded } from '../accounts/refusals.ts';
import { callerOfPerson, merchantOf } from '../credentials/caller.ts';
import type { MerchantDirectory } from '../merchants.ts';
import type { OrderService } from '../orders/index.ts';
import { createSignedLinks } from './signed-links.ts';

export type NoticeAnswer = 'confirm' | 'reject';
/** The order's state afterwards. */
const ANSWERED = { confirm: 'confirmed', reject: 'cancelled' } as const satisfies Record<
  NoticeAnswer,
  OrderState
>;
export type AnswerLinks = ReturnType<typeof createAnswerLinks>;

/** Links for one mailbox: what was sent to an address that the person has no more opens nothing. */
export function createAnswerLinks(cipher: Pick<Cipher, 'derive'>, consoleBaseUrl: string) {
  const links = createSignedLinks(cipher, 'answer links', 'body.token');
  return {
    of: (noticeId: number, email: string) =>
      `${consoleBaseUrl}/answer#${links.sign(String(noticeId), email.toLowerCase())}`,
    /** @throws InvalidParameter */
    open: links.open,
  };
}

/** By a link, or by an answer to a mail: a mailbox or a device is one factor, and who may only read has nothing to answer. */
export function mayAnswerByLink({
  role,
  needsSecondFactor,
}: Pick<AnswerableNotice, 'needsSecondFactor' | 'role'>): boolean {
  return !needsSecondFactor && mayInCompany(role, 'orders.write');
}

export interface AnsweringDeps {
  readonly orm: MikroORM;
  readonly links: AnswerLinks;
  readonly orders: Pick<OrderService, 'move'>;
  readonly merchants: MerchantDirectory;
}

export function createAnswering({ orm, links, orders, merchants }: AnsweringDeps) {
  /** @throws InvalidParameter for what is no link; LinkEnded for one that is good for nothing any more. */
  async function find(token: string): Promise<AnswerableNotice> {
    const link = links.open(token);
    const notice = await findRequest(orm.em.fork(), Number(link.about));
    if (notice === undefined) throw new LinkEnded();
    link.requireSignedFor(notice.email.toLowerCase());
    if (!mayAnswerByLink(notice)) throw new LinkEnded();
    return notice;
  }
  return {
    /** What the request is about, and whether it still waits. It changes nothing. @throws LinkEnded */
    look: async (token: string) => viewRequest(await find(token)),

    /** @throws LinkEnded, and as the order's operation does */
    async answer(token: string, answer: NoticeAnswer, from: { address: string; requestId: string }) {
      const notice = await find(token);
      const { id, personId, merchantKey, subjectId: orderId, order } = notice;
      // A second press, or a colleague's.
      if (order.status === ANSWERED[answer]) return viewRequest(notice);
      const holder = await merchants.find(merchantKey);
      if (holder === undefined) throw new LinkEnded();
      const merchant = merchantOf(callerOfPerson(holder, personId), {
        ...{ personId, ...from },
        mayNotManageEndpoints: true,
      });
      await orders.move(merchant, orderId, answer, { idempotencyKey: `notice-${id}` });
      return viewRequest(await find(token));
    },
  };
}

function viewRequest({ companyId, companyName, sandbox, subjectId, guideName, order }: AnswerableNotice) {
  const { status, clientReference, tripDate, tripDays, startTime, guestCount, timeZone } = order;
  const { confirmBy, totalAmount, currency } = order;
  return {
    ...{ status, clientReference, tripDate, tripDays, startTime, guestCount, timeZone },
    ...{ companyName, sandbox, orderId: subjectId, guideName, currency },
    path: pageOf({ companyId, sandbox }, subjectId),
    totalAmount: toDecimal(totalAmount, currency),
    answerBy: new Date(confirmBy).toISOString(),
    isWaiting: order.status === 'pending',
  };
}
