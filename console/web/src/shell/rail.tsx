/** The narrow rail: where one can go, by what one is. */
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { World } from '../api/client.ts';
import { Icon } from '../parts/icon.tsx';
import type { RailEntry } from './area.ts';
import { useAreas } from './areas.ts';
import { useTexts } from './preferences.tsx';
import { memberWho, operatorWho, useMe, type Who } from './session.ts';

interface Spot {
  readonly base: string;
  readonly at: RailEntry['at'];
  readonly who: Who;
}

/** The company's pages, the operators', or one's own. */
export function useSpot(): Spot {
  const me = useMe();
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  const isForOperators = useLocation({ select: ({ pathname }) => pathname.startsWith('/desk') });
  if (isForOperators && me.operatorRole !== null)
    return { base: '/desk', at: 'backOffice', who: operatorWho(me.operatorRole) };
  const membership = me.companies.find(({ id }) => id === company);
  if (!membership || !world) return { base: '/account', at: 'account', who: { role: '', may: () => false } };
  return { base: `/${company}/${world}`, at: 'merchant', who: memberWho(membership, world) };
}

export interface Destination {
  readonly to: string;
  readonly title: string;
  readonly icon: RailEntry['icon'];
  readonly group: string | undefined;
  readonly isExact: boolean;
}

/** What the rail shows here; the palette offers the same. */
export function useDestinations(): readonly Destination[] {
  const texts = useTexts();
  const place = useSpot();
  const areas = useAreas();
  return areas
    .flatMap((area) => area.rail)
    .filter((entry) => entry.at === place.at && isShown(entry, place.who))
    .toSorted((one, other) => one.order - other.order)
    .map((entry) => ({
      to: `${place.base}${entry.path === '/' ? '' : entry.path}`,
      title: entry.title(texts),
      icon: entry.icon,
      group: entry.group?.(texts),
      isExact: entry.path === '/',
    }));
}

/** On a merchant's pages its provider has what the link allows; what needs no action, or is one's own company's, is not there. */
function isShown({ isFor, needs }: RailEntry, who: Who): boolean {
  if (who.isActing && (needs === undefined || !who.may(needs))) return false;
  return isFor?.(who) ?? true;
}

export function Rail({ isOpen, onLeave }: { isOpen: boolean; onLeave: () => void }) {
  const words = useTexts().frame;
  const destinations = useDestinations();
  return (
    <nav className={isOpen ? 'rail open' : 'rail'} aria-label={words.menu}>
      {destinations.map((destination, index) => (
        <Fragment key={destination.to}>
          {destination.group !== undefined && destination.group !== destinations[index - 1]?.group && (
            <h2 className="rail-group">{destination.group}</h2>
          )}
          <Link
            to={destination.to}
            activeOptions={{ exact: destination.isExact, includeSearch: false }}
            className="rail-link"
            activeProps={{ className: 'here' }}
            onClick={onLeave}
          >
            <Icon name={destination.icon} />
            {destination.title}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
