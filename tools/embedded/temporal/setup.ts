import type { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

/** Names and types of custom search attributes, as workflows/contract.ts exports them. */
export type SearchAttributeTypes = Readonly<
  Record<string, 'Text' | 'Keyword' | 'Int' | 'Double' | 'Bool' | 'Datetime' | 'KeywordList'>
>;

/** temporal.api.enums.v1.IndexedValueType */
const TYPES = { Text: 1, Keyword: 2, Int: 3, Double: 4, Bool: 5, Datetime: 6, KeywordList: 7 } as const;

const DAY_S = 86_400;

/** Registers those search attributes that the namespace hasn't got. Known ones are left as they are. */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
  wanted: SearchAttributeTypes,
): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(wanted).filter(([name]) => !(name in customAttributes));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, TYPES[type]]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
}

/** Keeps closed workflows for at least so many days; a longer retention is left as it is. */
export async function ensureRetention(
  connection: Connection,
  namespace: string,
  days: number,
): Promise<void> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  if (Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) >= days * DAY_S) return;
  await connection.workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: msToTs(days * DAY_S * 1000) },
  });
}
