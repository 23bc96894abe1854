/** A provider's people act for merchants that linked it: the merchant is always shown, and part of every address. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type World, whenLinkRefuses, worldName } from '../api/client.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useTexts } from './preferences.tsx';
import { actingFor, actingKeyOf, type Membership, useMe, useRefreshMe } from './session.ts';

function usePlaceHere(): { membership: Membership; world: World } | undefined {
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  const membership = useMe().companies.find(({ id }) => id === company);
  return membership && world ? { membership, world } : undefined;
}

/** Nothing for who is no provider, or has no links on this side. */
export function ActingChoice() {
  const words = useTexts().frame.acting;
  const navigate = useNavigate();
  const place = usePlaceHere();
  if (!place) return null;
  const { membership, world } = place;
  const side = worldName(world);
  const here = actingKeyOf(world) ?? '';
  const linked = membership.linked.filter(({ sandbox }) => sandbox === (side === 'sandbox'));
  if (linked.length === 0 && here === '') return null;
  const go = (key: string) =>
    void navigate({ to: key === '' ? `/${membership.id}/${side}` : `/${membership.id}/${side}~${key}` });
  return (
    <label className={here === '' ? 'acting-choice' : 'acting-choice acting'}>
      <span>{words.label}</span>
      <select value={here} onChange={(event) => go(event.target.value)}>
        <option value="">{words.own}</option>
        {here !== '' && !actingFor(membership, world) && <option value={here}>{here}</option>}
        {linked.map(({ merchantKey, name }) => (
          <option key={merchantKey} value={merchantKey}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The page, as long as there is the link that its address needs. */
export function Linked({ children }: { children: ReactNode }) {
  const words = useTexts().frame.acting;
  const refresh = useRefreshMe();
  const place = usePlaceHere();
  useEffect(() => whenLinkRefuses(() => void refresh()), [refresh]);
  if (!place) return children;
  const { membership, world } = place;
  if (actingKeyOf(world) === undefined || actingFor(membership, world)) return children;
  return (
    <Page title={words.ended}>
      <EmptyState
        icon="link"
        title={words.endedTitle}
        action={
          <ButtonLink to={`/${membership.id}/${worldName(world)}/company/links`}>{words.links}</ButtonLink>
        }
        text={words.endedText}
      />
    </Page>
  );
}
