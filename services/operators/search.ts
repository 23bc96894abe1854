import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { type AuditRow, findAuditEntries } from '../../db/queries/operators/audit.ts';
import {
  companiesByText,
  companyById,
  type FoundCompany,
  type FoundGuide,
  type FoundMerchant,
  type FoundOrder,
  type FoundPerson,
  type FoundRequest,
  failedRequests,
  guideById,
  guidesByText,
  merchantOfEndpoint,
  merchantsByContact,
  merchantsByText,
  orderById,
  orderOfNotification,
  ordersByPhoneEnding,
  ordersByReference,
  personByEmail,
} from '../../db/queries/operators/search.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { type NamedAuditRow, withNames } from './audit-log.ts';
import { readTerms, type SearchTerms } from './search-terms.ts';

/** The most results of each kind. */
const MOST = 20;

export interface SearchResult {
  readonly orders: readonly FoundOrder[];
  readonly merchants: readonly FoundMerchant[];
  readonly guides: readonly FoundGuide[];
  readonly companies: readonly FoundCompany[];
  readonly people: readonly FoundPerson[];
  /** Requests that failed under this id, */
  readonly failures: readonly FoundRequest[];
  /** and what was changed under it. */
  readonly requests: readonly NamedAuditRow[];
}

/**
 * One search for everything that operators need: ids, references, names, the end of a phone number, an address. Every kind
 * is bounded. A search for a person by phone or address is in the audit log, with what was found and not what was typed.
 */
export async function search(orm: MikroORM, actor: AuditActor, text: string): Promise<SearchResult> {
  const terms = readTerms(text);
  const none = <Row>(): Row[] => [];
  const { requestId, email, phoneEnding } = terms;
  const [orders, merchants, guides, companies, people, failures, requests] = await Promise.all([
    findOrders(orm, terms),
    findMerchants(orm.em.fork(), terms),
    findGuides(orm.em.fork(), terms),
    findCompanies(orm.em.fork(), terms),
    email === undefined ? none<FoundPerson>() : personByEmail(orm.em.fork(), email),
    requestId === undefined ? none<FoundRequest>() : failedRequests(orm.em.fork(), requestId, MOST),
    requestId === undefined
      ? none<AuditRow>()
      : findAuditEntries(orm.em.fork(), { requestId }, undefined, MOST),
  ]);
  const found = { orders, merchants, guides, companies, people, failures };
  if (phoneEnding !== undefined || email !== undefined)
    await recordPersonalSearch(orm.em.fork(), actor, phoneEnding === undefined ? 'email' : 'phone', found);
  return { ...found, requests: await withNames(orm, requests) };
}

/** Records a search for personal data: by whom, and what was found; not what was typed. */
async function recordPersonalSearch(
  em: EntityManager,
  actor: AuditActor,
  by: 'email' | 'phone',
  { orders, merchants, people }: Pick<SearchResult, 'orders' | 'merchants' | 'people'>,
): Promise<void> {
  const found = [
    ...orders.map(({ orderId }) => orderId),
    ...merchants.map(({ merchantKey }) => merchantKey),
    ...people.map(({ personId }) => `person:${personId}`),
  ];
  await recordAudit(em, actor, {
    action: 'operator.searched',
    subject: `search:${by}`,
    details: { by, found },
  });
}

async function findOrders(orm: MikroORM, terms: SearchTerms): Promise<FoundOrder[]> {
  const ask = <Value>(
    value: Value | undefined,
    find: (em: EntityManager, value: Value) => Promise<FoundOrder[]>,
  ) => (value === undefined ? [] : find(orm.em.fork(), value));
  const found = await Promise.all([
    ask(terms.orderId, orderById),
    ask(terms.notificationId, orderOfNotification),
    ask(terms.reference, (em, reference) => ordersByReference(em, reference, MOST)),
    ask(terms.phoneEnding, (em, digits) => ordersByPhoneEnding(em, digits, MOST)),
  ]);
  const byId = new Map(found.flat().map((order) => [order.orderId, order]));
  return [...byId.values()].slice(0, MOST);
}

async function findMerchants(em: EntityManager, terms: SearchTerms): Promise<FoundMerchant[]> {
  if (terms.endpointId !== undefined) return await merchantOfEndpoint(em, terms.endpointId);
  if (terms.email !== undefined) return await merchantsByContact(em, terms.email, MOST);
  return terms.words === undefined ? [] : await merchantsByText(em, terms.words, MOST);
}

async function findGuides(em: EntityManager, terms: SearchTerms): Promise<FoundGuide[]> {
  if (terms.guideId !== undefined) return await guideById(em, terms.guideId);
  return terms.words === undefined ? [] : await guidesByText(em, terms.words, MOST);
}

async function findCompanies(em: EntityManager, terms: SearchTerms): Promise<FoundCompany[]> {
  if (terms.companyId !== undefined) return await companyById(em, terms.companyId);
  return terms.words === undefined ? [] : await companiesByText(em, terms.words, MOST);
}
