import type { Operation } from '../../../contract/operations/define.ts';
import { OPERATIONS } from '../../../contract/operations/index.ts';

type Entry = readonly [id: string, operation: Operation];
const ENTRIES: readonly Entry[] = Object.entries(OPERATIONS);

/** What src/generated/operations.ts holds: of the table of operations (contract/operations) what runs in browsers and at merchants. */
export function generatedOperations(): string {
  return `/** Generated from contract/operations by \`npm run sdk:types\`; do not edit. */

/** Where each operation of the OpenAPI document is. */
export const ROUTES = {
${members(({ row }) => row.route)}} as const;

/** Which method asks for it: \`createOrder\` is \`guidepost.orders.create\`. */
export const METHODS = {
${members(({ row }) => row.sdk)}} as const;

/** What samples call its answer, or one item of a list. */
export const NOUNS: Readonly<Record<string, string>> = {
${members(({ row }) => row.noun)}};

/** They write nothing, and take no Idempotency-Key. */
export const UNKEYED: readonly string[] = [
${ENTRIES.filter(isUnkeyed)
  .map(([id]) => `  '${id}',\n`)
  .join('')}];
`;
}

function members(choose: (operation: Operation) => string | undefined): string {
  const values = ENTRIES.map(([id, operation]) => [id, choose(operation)] as const);
  return values.map(([id, value]) => (value === undefined ? '' : `  ${id}: '${value}',\n`)).join('');
}

function isUnkeyed([, { method, config }]: Entry): boolean {
  return method !== 'GET' && config.idempotency === 'none';
}
