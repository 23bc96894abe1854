/**
 * What the operators' search asks: each statement is answered by one index, and bounded (docs/decisions/0140). Over 300,000
 * orders, 20,000 merchants and 500,000 entries of the audit log each takes a few milliseconds, on a machine that is busy otherwise;
 * but for a client reference, which is one probe of an index for each merchant that places orders (13,000 of them: 170 ms).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { searchable } from '../../../domain/guide.ts';
import type { MerchantKind, MerchantStatus, Verification } from '../../../domain/merchant.ts';
import type { OrderState } from '../../../domain/order-state.ts';
import { utc } from './deliveries.ts';

export interface FoundOrder {
  readonly orderId: string;
  readonly merchantKey: string;
  readonly studioKey: string;
  readonly guideId: string;
  readonly status: OrderState;
  readonly sandbox: boolean;
  readonly clientReference: string | null;
  /** `YYYY-MM-DD` */
  readonly tripDate: string;
}

export interface FoundMerchant {
  readonly merchantKey: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly status: MerchantStatus;
  readonly verification: Verification;
  readonly sandbox: boolean;
}

export interface FoundGuide {
  readonly guideId: string;
  readonly name: string;
  readonly studioKey: string;
  readonly sandbox: boolean;
}

const ORDER = `o.id as "orderId", o.merchant_key as "merchantKey", o.studio_key as "studioKey", o.guide_id as "guideId",
  o.status, o.sandbox, o.client_reference as "clientReference", o.trip_date::text as "tripDate"`;
const MERCHANT = `key as "merchantKey", name, kind, status, verification, sandbox`;
const GUIDE = `id as "guideId", name, studio_key as "studioKey", sandbox`;

/** An order by its id. */
export async function orderById(em: EntityManager, id: string): Promise<FoundOrder[]> {
  return await em.execute<FoundOrder[]>(`select ${ORDER} from orders o where o.id = ?`, [id]);
}

/** The order that a notification is about. */
export async function orderOfNotification(em: EntityManager, id: string): Promise<FoundOrder[]> {
  return await em.execute<FoundOrder[]>(
    `select ${ORDER} from notification n join orders o on o.id = n.order_id where n.id = ?`,
    [id],
  );
}

/**
 * Orders with this client reference, of whichever merchant. One index probe of (merchant, reference) for each merchant: an index
 * by reference alone would cost something with every order.
 */
export async function ordersByReference(
  em: EntityManager,
  reference: string,
  limit: number,
): Promise<FoundOrder[]> {
  return await em.execute<FoundOrder[]>(
    `select ${ORDER} from merchant m cross join lateral (
       select id from orders where merchant_key = m.key and client_reference = ? order by id desc limit ?) found
     join orders o on o.id = found.id where m.kind <> 'studio' order by o.created_at desc limit ?`,
    [reference, limit, limit],
  );
}

/** The newest orders whose contact's phone number ends so. @param digits four or more. */
export async function ordersByPhoneEnding(
  em: EntityManager,
  digits: string,
  limit: number,
): Promise<FoundOrder[]> {
  const reversed = [...digits].reverse().join('');
  return await em.execute<FoundOrder[]>(
    `with found as materialized (select id from orders where reverse(contact_phone) like ?)
     select ${ORDER} from found join orders o on o.id = found.id order by o.created_at desc limit ?`,
    [`${reversed}%`, limit],
  );
}

/** Merchants by a part of key or name, the best match first. */
export async function merchantsByText(
  em: EntityManager,
  text: string,
  limit: number,
): Promise<FoundMerchant[]> {
  return await em.execute<FoundMerchant[]>(
    `select ${MERCHANT} from merchant where (key || ' ' || name) ilike ?
     order by key <> ?, length(name), key limit ?`,
    [containing(text), text, limit],
  );
}

/** The merchant of an endpoint. */
export async function merchantOfEndpoint(em: EntityManager, endpointId: string): Promise<FoundMerchant[]> {
  return await em.execute<FoundMerchant[]>(
    `select ${MERCHANT} from merchant where key = (select merchant_key from callback_endpoint where id = ?)`,
    [endpointId],
  );
}

/** Merchants whose people read at this address. */
export async function merchantsByContact(
  em: EntityManager,
  email: string,
  limit: number,
): Promise<FoundMerchant[]> {
  return await em.execute<FoundMerchant[]>(
    `select ${MERCHANT} from merchant where lower(contact_email) = lower(?) order by key limit ?`,
    [email, limit],
  );
}

/** A guide by its id. */
export async function guideById(em: EntityManager, id: string): Promise<FoundGuide[]> {
  return await em.execute<FoundGuide[]>(`select ${GUIDE} from guide where id = ?`, [id]);
}

/** Guides by words of name or profile, as merchants find them. */
export async function guidesByText(em: EntityManager, text: string, limit: number): Promise<FoundGuide[]> {
  return await em.execute<FoundGuide[]>(
    `select ${GUIDE} from guide where deleted_at is null and search_text like ?
     order by length(name), id limit ?`,
    [containing(searchable(text)), limit],
  );
}

/** A pattern of LIKE for whatever has this text in it. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export interface FoundCompany {
  readonly companyId: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly sandboxKey: string;
  readonly liveKey: string | null;
}

const COMPANY = `c.id as "companyId", c.name, c.kind, c.sandbox_key as "sandboxKey", c.live_key as "liveKey"`;

/** Companies by a part of the name. */
export async function companiesByText(
  em: EntityManager,
  text: string,
  limit: number,
): Promise<FoundCompany[]> {
  return await em.execute<FoundCompany[]>(
    `select ${COMPANY} from company c where c.name ilike ? order by length(c.name), c.id limit ?`,
    [containing(text), limit],
  );
}

/** A company by its id. */
export async function companyById(em: EntityManager, id: string): Promise<FoundCompany[]> {
  return await em.execute<FoundCompany[]>(`select ${COMPANY} from company c where c.id = ?`, [id]);
}

export interface FoundPerson {
  readonly personId: number;
  readonly name: string;
  readonly email: string;
  readonly isOperator: boolean;
  readonly companies: readonly { readonly companyId: string; readonly name: string; readonly role: string }[];
}

/** The person who signs in with this address, with the companies that it belongs to. */
export async function personByEmail(em: EntityManager, email: string): Promise<FoundPerson[]> {
  return await em.execute<FoundPerson[]>(
    `select p.id::float8 as "personId", p.name, p.email, p.operator_role is not null as "isOperator",
       (select coalesce(jsonb_agg(jsonb_build_object('companyId', c.id, 'name', c.name, 'role', m.role)), '[]')
        from membership m join company c on c.id = m.company_id where m.person_id = p.id) as companies
     from person p where lower(p.email) = lower(?)`,
    [email],
  );
}

export interface FoundRequest {
  readonly requestId: string;
  readonly merchantKey: string;
  readonly operation: string;
  readonly httpStatus: number;
  readonly code: number | null;
  readonly path: string | null;
  readonly reason: string | null;
  readonly occurredAt: string;
}

/** Requests of merchants that failed under this id. */
export async function failedRequests(
  em: EntityManager,
  requestId: string,
  limit: number,
): Promise<FoundRequest[]> {
  return await em.execute<FoundRequest[]>(
    `select request_id as "requestId", merchant_key as "merchantKey", operation, http_status as "httpStatus", code, path,
       reason, ${utc('occurred_at')} as "occurredAt"
     from request_log where request_id = ? order by occurred_at desc limit ?`,
    [requestId, limit],
  );
}
