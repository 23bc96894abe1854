/** What takes two operators: what waits for another one, and what was decided. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { mayOperate } from '../../../../../domain/console-roles.ts';
import { PROPOSED_ACTIONS } from '../../../../../domain/operator-proposals.ts';
import type { Proposal } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useMe } from '../../shell/session.ts';
import { AskDialog } from './ask.tsx';
import { CollectExport } from './collect-export.tsx';
import { merchantPath, orderPath, useOperatorData } from './data.ts';

const EVERY_MS = 15_000;
const TONES = { open: 'open', confirmed: 'accepted', declined: 'declined' } as const;

export default function Proposals() {
  const words = useTexts().operators.proposals;
  const open = useOperatorData('GET /api/operator/proposals', { everyMs: EVERY_MS });
  const decided = useOperatorData('GET /api/operator/proposals', { query: { state: 'decided' } });
  return (
    <Page title={words.title} lead={open.data?.operatorsNeeded === 1 ? words.one : words.two}>
      <Awaited query={open} lines={5} />
      {open.data?.list.length === 0 && (
        <EmptyState icon="check" title={words.nothing} text={words.nothingText} />
      )}
      {open.data?.list.map((proposal) => (
        <OneProposal key={proposal.proposalId} proposal={proposal} />
      ))}
      {decided.data && decided.data.list.length > 0 && (
        <Section title={words.decided}>
          {decided.data.list.map((proposal) => (
            <OneProposal key={proposal.proposalId} proposal={proposal} />
          ))}
        </Section>
      )}
    </Page>
  );
}

type Verb = 'confirm' | 'decline';

function OneProposal({ proposal }: { proposal: Proposal }) {
  const words = useTexts().operators.proposals;
  const { person, operatorRole } = useMe();
  const [asked, setAsked] = useState<Verb>();
  const { proposalId, action, state, proposedBy, proposedByName, createdAt } = proposal;
  const isOwn = proposedBy === `person:${person.id}`;
  const may = operatorRole !== null && mayOperate(operatorRole, PROPOSED_ACTIONS[action]);
  return (
    <article className="card stack-s">
      <div className="row row-between">
        <strong>
          <About proposal={proposal} />
        </strong>
        <span className="row">
          {state !== 'open' && <StateBadge state={TONES[state]} />}
          <When at={proposal.decidedAt ?? createdAt} />
        </span>
      </div>
      <p className="soft">
        {words.proposedBy(proposedByName ?? proposedBy)}
        {proposal.decidedBy && ` · ${words.decidedBy(proposal.decidedByName ?? proposal.decidedBy)}`}
      </p>
      {typeof proposal.details.reason === 'string' && <p className="breaks">{proposal.details.reason}</p>}
      {action === 'personal.export' && <CollectExport proposal={proposal} isOwn={isOwn} />}
      {state === 'open' && !may && <p className="soft">{words.otherRole}</p>}
      {state === 'open' && may && isOwn && <p className="soft">{words.own}</p>}
      {state === 'open' && may && (
        <div className="row">
          {!isOwn && (
            <Button tone="main" small onPress={() => setAsked('confirm')}>
              {words.confirm}
            </Button>
          )}
          <Button small onPress={() => setAsked('decline')}>
            {isOwn ? words.takeBack : words.decline}
          </Button>
        </div>
      )}
      {asked && (
        <AskDialog
          title={asked === 'confirm' ? words.confirmTitle : words.declineTitle}
          consequence={asked === 'confirm' ? words.consequences[action] : words.declineText}
          verb={asked === 'confirm' ? words.confirm : isOwn ? words.takeBack : words.decline}
          onClose={() => setAsked(undefined)}
          said={() => words.done[asked]}
          act={() =>
            request(`POST /api/operator/proposals/{proposalId}/${asked}`, { params: { proposalId } })
          }
        >
          <p>
            <About proposal={proposal} />
          </p>
        </AskDialog>
      )}
    </article>
  );
}

/** What is proposed, with a link to its page. */
function About({ proposal: { action, details } }: { proposal: Proposal }): ReactNode {
  const words = useTexts().operators.proposals.about;
  const text = (name: string) => String(details[name] ?? '');
  switch (action) {
    case 'merchant.approve':
      return (
        <>
          {words.merchant} <Link to={merchantPath(text('merchantKey'))}>{text('merchantKey')}</Link>
        </>
      );
    case 'verification.approve':
      return (
        <>
          {words.company} <Link to={`/desk/verifications/${text('companyId')}`}>{text('companyId')}</Link>
        </>
      );
    case 'settlement.pay':
      return (
        <>
          {words.payment(text('reference'))}{' '}
          <Link to={`/desk/money/statements/${text('settlementId')}`}>{text('settlementId')}</Link>
        </>
      );
    case 'provider.link':
      return (
        <>
          {words.link(text('providerKey'), (details.scopes as string[]).join(' '))}{' '}
          <Link to={merchantPath(text('merchantKey'))}>{text('merchantKey')}</Link>
        </>
      );
    case 'operator.role':
      return words.operator(text('email'), text('role'));
    case 'personal.export':
    case 'personal.erase':
      return (
        <>
          {action === 'personal.export' ? words.export : words.erase}{' '}
          {(details.orders as string[]).map((id) => (
            <span key={id}>
              <Link to={orderPath(id)}>{id}</Link>{' '}
            </span>
          ))}
        </>
      );
  }
}
