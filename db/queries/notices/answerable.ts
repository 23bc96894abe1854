import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompanyRole } from '../../../domain/console-roles.ts';
import type { OrderState } from '../../../domain/order-state.ts';

/** A request that somebody was notified of, as it is now, and what they may do for the company now. */
export interface AnswerableNotice {
  readonly noticeId: number;
  readonly personId: number;
  /** The person's address now. */
  readonly email: string;
  readonly role: CompanyRole;
  readonly merchantKey: string;
  /** The company demands a second factor of everybody: a mailbox is not enough. */
  readonly needsSecondFactor: boolean;
  readonly companyId: string;
  readonly companyName: string;
  readonly sandbox: boolean;
  readonly orderId: string;
  readonly status: OrderState;
  readonly clientReference: string | null;
  readonly guideName: string;
  readonly tripDate: string;
  readonly tripDays: number;
  readonly startTime: string | null;
  readonly guestCount: number;
  /** Minor units. */
  readonly totalAmount: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly answerBy: string;
}

const FIND = `
select n.id::float8 as "noticeId", n.person_id::float8 as "personId", p.email, m.role, n.merchant_key as "merchantKey",
  c.needs_second_factor as "needsSecondFactor", c.id as "companyId", c.name as "companyName",
  c.sandbox_key = n.merchant_key as sandbox, o.id as "orderId", o.status, o.client_reference as "clientReference",
  g.name as "guideName", o.trip_date::text as "tripDate", o.trip_days as "tripDays", o.trip ->> 'startTime' as "startTime",
  o.guest_count as "guestCount", o.total_amount::float8 as "totalAmount", o.currency, o.time_zone as "timeZone",
  o.confirm_by as "answerBy"
from notice n join membership m on m.person_id = n.person_id and m.company_id = n.company_id
  join person p on p.id = n.person_id join company c on c.id = n.company_id join orders o on o.id = n.subject_id join guide g on g.id = o.guide_id
where n.id = ? and n.kind in ('request_new', 'request_due') and o.studio_key = n.merchant_key`;

/** @returns undefined where the notice asks for no answer, is forgotten, or its person left. */
export async function findAnswerable(
  em: EntityManager,
  noticeId: number,
): Promise<AnswerableNotice | undefined> {
  const [row] = await em.execute<AnswerableNotice[]>(FIND, [noticeId]);
  return row;
}
