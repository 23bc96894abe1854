/** Requests for links: those that wait for this merchant, or those that this provider made. */
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { type LinkRequest, linksKey, Scopes } from './link-data.tsx';

const TONES = {
  open: 'requested',
  granted: 'accepted',
  declined: 'declined',
  withdrawn: 'withdrawn',
} as const;

interface RequestsProps {
  readonly requests: readonly LinkRequest[];
  readonly isProvider: boolean;
  readonly onGrant: (request: LinkRequest) => void;
}

export function Requests({ requests, isProvider, onGrant }: RequestsProps) {
  const words = useTexts().company.links;
  const { company, world, may } = useHere();
  const close = useAction(
    (id: string) =>
      request('DELETE /api/{company}/{world}/console/links/requests/{requestId}', {
        params: { company, world, requestId: id },
      }),
    { invalidates: [linksKey(company, world)] },
  );
  return (
    <Section title={isProvider ? words.provider.requests : words.merchant.requests}>
      {close.refusal && <ErrorState refusal={close.refusal} />}
      {requests.map((request) => (
        <article key={request.requestId} className="card stack-s">
          <div className="row row-between">
            <span className="row">
              <strong>{request.name ?? request.key}</strong>
              <ShortId id={request.key} />
            </span>
            <span className="row">
              {isProvider && <StateBadge state={TONES[request.state]} />}
              <When at={request.answeredAt ?? request.askedAt} />
            </span>
          </div>
          <p>
            {words.asksFor} <Scopes scopes={request.scopes} />
          </p>
          {request.byOperator && <p className="soft">{words.byOperator}</p>}
          {request.message && <p className="soft">{request.message}</p>}
          {request.state === 'open' && may('links.write') && (
            <div className="row">
              {!isProvider && (
                <Button tone="main" small onPress={() => onGrant(request)}>
                  {words.answer}
                </Button>
              )}
              <Button small isDisabled={close.isRunning} onPress={() => close.run(request.requestId)}>
                {isProvider ? words.withdraw : words.decline}
              </Button>
            </div>
          )}
        </article>
      ))}
    </Section>
  );
}
