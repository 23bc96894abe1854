/** What operators can do with a merchant. */

import { useState } from 'react';
import type { Merchant } from '../../../../server/operators/answers.ts';
import { request } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Fact } from '../../parts/facts.tsx';
import { TextField } from '../../parts/fields.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { AskDialog } from './ask.tsx';
import { useMay, useOperatorData } from './data.ts';

type Action = 'suspend' | 'resume' | 'approve' | 'refuse' | 'contact';

export function MerchantActions({ merchant }: { merchant: Merchant }) {
  const words = useTexts().operators.merchant;
  const may = useMay();
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const isActive = merchant.status === 'active';
  const mayVerify = may('operator.verification.write');
  return (
    <div className="row">
      {may('operator.merchants.write') && (
        <Button onPress={() => setAction('contact')}>{words.change}</Button>
      )}
      {mayVerify && merchant.verification !== 'approved' && (
        <Button onPress={() => setAction('approve')}>{words.approve}</Button>
      )}
      {mayVerify && merchant.verification !== 'refused' && (
        <Button onPress={() => setAction('refuse')}>{words.refuse}</Button>
      )}
      {may('operator.merchants.suspend') && (
        <Button
          tone={isActive ? 'danger' : 'main'}
          onPress={() => setAction(isActive ? 'suspend' : 'resume')}
        >
          {isActive ? words.suspend : words.resume}
        </Button>
      )}
      {action && <ActionDialog merchant={merchant} action={action} onClose={close} />}
    </div>
  );
}

interface ActionProps {
  readonly merchant: Merchant;
  readonly action: Action;
  readonly onClose: () => void;
}

function ActionDialog({ merchant, action, onClose }: ActionProps) {
  const words = useTexts().operators.merchant;
  const { name, merchantKey } = merchant;
  const params = { merchantKey };
  const common = { onClose, said: () => words.done };
  switch (action) {
    case 'contact':
      return <ContactDialog merchant={merchant} onClose={onClose} />;
    case 'approve':
      return (
        <AskDialog
          onClose={onClose}
          title={words.approveTitle}
          consequence={words.approveText}
          verb={words.approve}
          said={({ proposalId }) => (proposalId === null ? words.done : words.proposed)}
          act={() =>
            request('POST /api/operator/merchants/{merchantKey}/verification', {
              params,
              body: { decision: 'approved' },
            })
          }
        />
      );
    case 'refuse':
      return (
        <AskDialog
          {...common}
          title={words.refuseTitle}
          consequence={words.refuseText}
          verb={words.refuse}
          tone="danger"
          reasonHelp={words.refuseText}
          act={(reason) =>
            request('POST /api/operator/merchants/{merchantKey}/verification', {
              params,
              body: { decision: 'refused', reason },
            })
          }
        />
      );
    case 'resume':
      return (
        <AskDialog
          {...common}
          title={words.resumeTitle(name)}
          consequence={words.resumeText}
          verb={words.resume}
          reasonHelp={words.reasonHelp}
          act={(reason) =>
            request('POST /api/operator/merchants/{merchantKey}/resume', { params, body: { reason } })
          }
        />
      );
    case 'suspend':
      return (
        <AskDialog
          {...common}
          title={words.suspendTitle(name)}
          consequence={words.suspendText}
          verb={words.suspend}
          tone="danger"
          reasonHelp={words.reasonHelp}
          act={(reason) =>
            request('POST /api/operator/merchants/{merchantKey}/suspend', { params, body: { reason } })
          }
        >
          <Preview merchantKey={merchantKey} />
        </AskDialog>
      );
  }
}

/** From so many on nobody counts. */
const MANY = 1_000;

function Preview({ merchantKey }: { merchantKey: string }) {
  const words = useTexts().operators.merchant;
  const { data, error } = useOperatorData('GET /api/operator/merchants/{merchantKey}/suspension', {
    params: { merchantKey },
  });
  if (error) return <ErrorState refusal={error} />;
  if (!data) return <Skeleton lines={4} />;
  const { pending, confirmed, in_progress: running } = data.orders;
  const count = (number: number) => (number >= MANY ? words.effects.many : String(number));
  const states = `${count(pending)} ${words.effects.pending}, ${count(confirmed)} ${words.effects.confirmed}, ${count(running)} ${words.effects.in_progress}`;
  const rows = [
    [words.effects.orders, states],
    [words.effects.guides, count(data.guides)],
    [words.effects.holds, count(data.holds)],
    [words.effects.notifications, count(data.notifications)],
    [words.effects.statements, count(data.statements)],
    [words.effects.links, count(data.links)],
  ] as const;
  return (
    <div className="stack-s">
      <h3>{words.affects}</h3>
      <dl className="facts">
        {rows.map(([title, value]) => (
          <Fact key={title} name={title} value={value} />
        ))}
      </dl>
    </div>
  );
}

function ContactDialog({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const words = useTexts().operators.merchant;
  const [email, setEmail] = useState(merchant.contactEmail ?? '');
  return (
    <AskDialog
      title={words.change}
      consequence={words.changeText}
      verb={words.change}
      onClose={onClose}
      said={() => words.done}
      act={() =>
        request('PUT /api/operator/merchants/{merchantKey}/contact', {
          params: { merchantKey: merchant.merchantKey },
          body: { email: email.trim() || null },
        })
      }
    >
      <TextField name="email" type="email" label={words.email} isOptional value={email} onChange={setEmail} />
    </AskDialog>
  );
}
