import type { MikroORM } from '@mikro-orm/postgresql';
import { Merchant, Settlement, VerificationSubmission } from '../../db/entities/index.ts';
import { CorrectionRefused } from '../../db/queries/money/corrections.ts';
import { invalidParameter, Unavailable } from '../../domain/errors.ts';
import type { OperatorsNeeded, ProposedAction } from '../../domain/operator-proposals.ts';
import { settlementRefusal } from '../../domain/settlement.ts';
import type { AuditActor } from '../audit.ts';
import { VerificationNotFound } from '../verification/refusals.ts';
import type { ActingOperator } from './acting-operator.ts';
import type { SettlementOperations } from './money/statements.ts';
import type { NewOperator, Operators } from './operators.ts';
import { erasingOrders, exportingOrders, subjectOf } from './personal-data.ts';
import { createProposals, type Proposable, type ProposalDetails } from './proposals.ts';
import { checkLink, type LinkTerms, type MerchantRegistry } from './registry/merchant-registry.ts';
import type { ProviderLinks } from './registry/provider-links.ts';
import type { VerificationDecisions } from './verification.ts';

interface ActionDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly operatorsNeeded: OperatorsNeeded;
  readonly merchants: MerchantRegistry;
  readonly links: ProviderLinks;
  readonly verifications: VerificationDecisions;
  readonly operators: Operators;
  /** Undefined in a process without Temporal. */
  readonly settlements: SettlementOperations | undefined;
}

const RETRY_AFTER_SECONDS = 5;

/** What operators do that takes two of them, each by the service that does it where one is enough. */
export type OperatorDecisions = ReturnType<typeof createOperatorDecisions>;

export function createOperatorDecisions(deps: ActionDeps) {
  const actions: Record<ProposedAction, Proposable> = {
    'merchant.approve': approvingMerchants(deps),
    'verification.approve': approvingCompanies(deps),
    'settlement.pay': payingStatements(deps),
    'provider.link': linkingProviders(deps),
    'operator.role': makingOperators(deps),
    'personal.export': exportingOrders(deps),
    'personal.erase': erasingOrders(deps),
  };
  const proposals = createProposals({ ...deps, actions });
  const { submit } = proposals;
  return {
    ...proposals,

    approveMerchant: (actor: AuditActor, merchantKey: string) =>
      submit(actor, {
        action: 'merchant.approve',
        subject: `merchant:${merchantKey}`,
        details: { merchantKey },
      }),

    /** @returns the key of the live merchant, where it is done at once. */
    approveCompany: (actor: AuditActor, companyId: string, number: number, words: string | null) =>
      submit<string>(actor, {
        action: 'verification.approve',
        subject: `company:${companyId}`,
        details: { companyId, number, words },
      }),

    pay: (actor: ActingOperator, settlementId: string, reference: string, key?: string) =>
      submit<Settlement>(actor, {
        action: 'settlement.pay',
        subject: `settlement:${settlementId}`,
        details: { settlementId, reference },
        key,
      }),

    /** Has the merchant asked; nothing is linked before it agrees. */
    askForLink: (actor: AuditActor, terms: LinkTerms) =>
      submit<string>(actor, {
        action: 'provider.link',
        subject: `merchant:${terms.merchantKey}`,
        details: { ...terms },
      }),

    /** @returns the id under which it is collected, where one operator is enough. */
    askForExport: (actor: AuditActor, orders: readonly string[], reason: string) =>
      submit<string>(actor, {
        action: 'personal.export',
        subject: subjectOf(orders),
        details: { orders, reason },
      }),

    askForErasure: (actor: AuditActor, orders: readonly string[], reason: string, key?: string) =>
      submit<void>(actor, {
        action: 'personal.erase',
        subject: subjectOf(orders),
        details: { orders, reason },
        key,
      }),

    /** The address is in the proposal only, since subjects are in the audit log. */
    makeOperator: (actor: AuditActor, operator: NewOperator) =>
      submit<string | undefined>(actor, {
        action: 'operator.role',
        subject: `operator:${operator.role}`,
        details: { ...operator },
      }),
  };
}

const approvingMerchants = ({ orm, merchants }: ActionDeps): Proposable => ({
  async isReal({ merchantKey }: ProposalDetails) {
    const merchant = await orm.em.fork().findOne(Merchant, merchantKey as string);
    if (merchant === null)
      throw invalidParameter(merchantKey as string, 'unknown_reference', 'there is no such merchant');
    return !merchant.sandbox;
  },
  carryOut: (actor, { merchantKey }) => merchants.verify(actor, merchantKey as string, 'approved'),
});

const approvingCompanies = ({ orm, verifications }: ActionDeps): Proposable => ({
  isReal: async () => true,
  async check(details) {
    const { companyId, number } = details as { companyId: string; number: number };
    const submission = await orm.em.fork().findOne(VerificationSubmission, { companyId, number });
    if (submission === null || submission.state === 'draft') throw new VerificationNotFound('submission');
    if (submission.state !== 'submitted')
      throw invalidParameter('submission', 'not_permitted', `it is ${submission.state} already`);
  },
  carryOut: (actor, details) => {
    const { companyId, number, words } = details as {
      companyId: string;
      number: number;
      words: string | null;
    };
    return verifications.approve(actor, companyId, number, words);
  },
});

const payingStatements = ({ orm, settlements }: ActionDeps): Proposable => {
  const find = async ({ settlementId }: ProposalDetails) => {
    const statement = await orm.em.fork().findOne(Settlement, settlementId as string);
    if (statement === null) throw new CorrectionRefused('there is no such settlement');
    return statement;
  };
  return {
    isReal: async (details) => !(await find(details)).sandbox,
    async check(details) {
      const refused = settlementRefusal((await find(details)).status, 'pay');
      if (refused !== undefined) throw new CorrectionRefused(refused);
    },
    carryOut: (actor, details, key) => {
      const { settlementId, reference } = details as { settlementId: string; reference: string };
      if (settlements === undefined)
        throw new Unavailable('this process has no connection to Temporal', RETRY_AFTER_SECONDS);
      return settlements.pay(actor as ActingOperator, settlementId, reference, key);
    },
  };
};

const linkingProviders = ({ orm, links }: ActionDeps): Proposable => ({
  isReal: (details) => checkLink(orm.em.fork(), details as unknown as LinkTerms),
  carryOut: (actor, details) => links.askFor(actor, details as unknown as LinkTerms),
});

const makingOperators = ({ operators }: ActionDeps): Proposable => ({
  isReal: async () => true,
  check: (details) => operators.check((details as unknown as NewOperator).email),
  carryOut: (actor, details) => operators.add(actor, details as unknown as NewOperator),
});
