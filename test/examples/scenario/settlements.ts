import type { Step } from '../step.ts';

const STATEMENT = 'STL1806917400000101';
const STUDIOS = 'STL1806917400000102';
const LINE = 'LIN100002';
const advance = { operationId: 'advanceSandboxClock', body: { days: 90 } } as const;

/** Trips are over, statements are issued and paid; the studio objects to a line of its own. */
export const SETTLEMENTS: readonly Step[] = [
  { ...advance, by: 'agency', sharedAs: 'SandboxClock' },
  {
    operationId: 'getSandboxClock',
    by: 'agency',
    sharedAs: 'SandboxClock',
    when: ({ ordersBehind }: { ordersBehind: number }) => ordersBehind === 0,
  },
  {
    operationId: 'issueSandboxStatements',
    by: 'agency',
    keeps: { 'list.0.settlementId': STATEMENT },
  },
  { operationId: 'listSettlements', by: 'agency', query: { status: 'issued' } },
  { operationId: 'getSettlement', by: 'agency', path: { settlementId: STATEMENT } },
  {
    operationId: 'paySandboxStatement',
    by: 'agency',
    path: { settlementId: STATEMENT },
  },
  { ...advance, by: 'studio', aside: true },
  {
    operationId: 'issueSandboxStatements',
    by: 'studio',
    aside: true,
    keeps: { 'list.0.settlementId': STUDIOS },
  },
  {
    operationId: 'getSettlement',
    by: 'studio',
    aside: true,
    path: { settlementId: STUDIOS },
    keeps: { 'lines.0.lineId': LINE },
  },
  {
    operationId: 'disputeSettlementLine',
    by: 'studio',
    path: { settlementId: STUDIOS },
    body: { lineId: LINE, reason: 'The trip was refunded in part.' },
  },
  {
    operationId: 'createSandboxExamples',
    by: 'studio',
    keeps: { 'settlementIds.0': 'STL1806917400000103' },
  },
];
