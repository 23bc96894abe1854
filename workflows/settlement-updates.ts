import { currentUpdateInfo, setHandler } from '@temporalio/workflow';
import {
  type DisputeRequest,
  disputeUpdate,
  type PaymentRequest,
  payUpdate,
  type ResolveRequest,
  resolveUpdate,
  type SettlementSnapshot,
} from './settlement-contract.ts';
import { refuseSettlement, type SettlementLife } from './settlement-life.ts';

const MAX_REASON = 500;
const MAX_REFERENCE = 140;

/** Registers the Updates. Validators are synchronous; operators type the requests by hand, so anything may be in them. */
export function answerSettlementUpdates(life: SettlementLife): void {
  setHandler<SettlementSnapshot, [DisputeRequest], typeof disputeUpdate>(
    disputeUpdate,
    (request) => life.dispute(request, updateId()),
    { validator: (request) => refuseSettlement(life.refusalOf('dispute') ?? lineProblem(request)) },
  );
  setHandler<SettlementSnapshot, [ResolveRequest], typeof resolveUpdate>(
    resolveUpdate,
    (request) => life.resolve(request, updateId()),
    { validator: (request) => refuseSettlement(life.refusalOf('resolve') ?? resolveProblem(request)) },
  );
  setHandler<SettlementSnapshot, [PaymentRequest], typeof payUpdate>(
    payUpdate,
    (request) => life.pay(request, updateId()),
    {
      validator: (request) =>
        refuseSettlement(
          life.refusalOf('pay') ?? textProblem('reference', request?.reference, MAX_REFERENCE),
        ),
    },
  );
}

function updateId(): string {
  return currentUpdateInfo()?.id ?? '';
}

function lineProblem(request: DisputeRequest): string | undefined {
  return /^LIN[0-9]{1,18}$/.test(String(request?.lineId)) ? undefined : '"lineId" must name a line';
}

function resolveProblem(request: ResolveRequest): string | undefined {
  const problem = lineProblem(request) ?? textProblem('reason', request.reason, MAX_REASON);
  if (problem !== undefined) return problem;
  if (request.outcome === 'rejected') return undefined;
  if (request.outcome !== 'adjusted') return '"outcome" must be rejected or adjusted';
  const isAmount = Number.isSafeInteger(request.amount) && request.amount !== 0;
  return isAmount ? undefined : '"amount" must be minor units, and not zero';
}

function textProblem(name: string, text: unknown, max: number): string | undefined {
  const isText = typeof text === 'string' && text.trim() !== '' && text.length <= max;
  return isText ? undefined : `"${name}" must be text of at most ${max} characters`;
}
