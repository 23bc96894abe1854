/**
 * Export and erasure of what is personal in some orders, as two operators do it (proposals.ts). What is exported and erased, and how, is
 * decided where `npm run admin` has it from: registry/merchant-export.ts, registry/erasure.ts.
 */
import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Order } from '../../db/entities/index.ts';
import { countPersonalData, type PersonalCounts } from '../../db/queries/operators/personal-data.ts';
import type { FoundOrder } from '../../db/queries/operators/search.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { AuditActor } from '../audit.ts';
import type { createProposals, Proposable, ProposalDetails } from './proposals.ts';
import { erase } from './registry/erasure.ts';
import { exportOrders } from './registry/merchant-export.ts';
import { search } from './search.ts';

interface Deps {
  readonly orm: MikroORM;
}

interface PersonalRequest {
  readonly orders: readonly string[];
  readonly reason: string;
}
const read = (details: ProposalDetails) => details as unknown as PersonalRequest;

/** Orders of a person, by the search of the back office, which records it. */
export async function findPersonalOrders(
  orm: MikroORM,
  actor: AuditActor,
  text: string,
): Promise<readonly FoundOrder[]> {
  return (await search(orm, actor, text)).orders;
}

/** What would be exported or erased. @throws InvalidParameter for an order that there is not */
export async function previewPersonalData(
  orm: MikroORM,
  orderIds: readonly string[],
): Promise<{ counts: PersonalCounts; notOver: string[] }> {
  const orders = await requireOrders(orm, orderIds);
  const counts = await countPersonalData(orm.em.fork(), orderIds);
  return { counts, notOver: orders.filter((order) => !isOver(order)).map(({ id }) => id) };
}

/** A line for each row, as `npm run admin -- export` writes them. @throws InvalidParameter */
export async function collectExport(
  { orm, decisions }: Deps & { readonly decisions: Pick<ReturnType<typeof createProposals>, 'collect'> },
  actor: AuditActor,
  proposalId: string,
): Promise<string[]> {
  return await decisions.collect(actor, proposalId, async ({ details }) => {
    const lines: string[] = [];
    const { orders, reason } = read(details);
    await exportOrders(orm, actor, orders, reason, async (line) => void lines.push(line));
    return lines;
  });
}

/** What a request is about, in the audit log: an order, or several by what they are. */
export function subjectOf(orderIds: readonly string[]): string {
  const [only, ...others] = orderIds;
  if (others.length === 0) return `order:${only}`;
  const hash = createHash('sha256')
    .update([...orderIds].sort().join(' '))
    .digest('hex');
  return `orders:${hash.slice(0, 16)}`;
}

/** Nothing is done before it is collected. Two operators look at it in the sandbox, too: what it holds is as real there. */
export const exportingOrders = ({ orm }: Deps): Proposable => ({
  isReal: async () => true,
  check: async (details) => void (await requireOrders(orm, read(details).orders)),
  carryOut: async () => undefined,
});

export const erasingOrders = ({ orm }: Deps): Proposable => ({
  isReal: async (details) => (await requireOrders(orm, read(details).orders)).some(({ sandbox }) => !sandbox),
  async check(details) {
    const open = (await requireOrders(orm, read(details).orders)).find((order) => !isOver(order));
    if (open)
      throw invalidParameter('body.orders', 'not_permitted', `${open.id} is not over: cancel it first`);
  },
  async carryOut(actor, details, key) {
    const { orders, reason } = read(details);
    for (const id of orders) await erase(orm, actor, id, { id: key ?? subjectOf(orders), reason });
  },
});

async function requireOrders(orm: MikroORM, orderIds: readonly string[]): Promise<Order[]> {
  const found = await orm.em.fork().find(Order, { id: { $in: [...orderIds] } });
  const missing = orderIds.find((id) => !found.some((order) => order.id === id));
  if (missing !== undefined)
    throw invalidParameter('body.orders', 'unknown_reference', `there is no order ${missing}`);
  return found;
}

const isOver = ({ status }: Order) => status === 'completed' || status === 'cancelled';
