/** Sandbox or live, and which company: always in sight, part of every address. */
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type World, type WorldName, worldName } from '../api/client.ts';
import { useAreas } from './areas.ts';
import { pageInOtherWorld } from './other-world.ts';
import { useTexts } from './preferences.tsx';
import { memberWho, useMe } from './session.ts';

const WORLDS = ['sandbox', 'live'] as const;

/** Links to the same page in the other world, for one's own company, as far as there is one. */
export function WorldSwitch() {
  const words = useTexts().frame.world;
  const me = useMe();
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  const path = useLocation({ select: ({ pathname }) => pathname });
  const areas = useAreas();
  const membership = me.companies.find(({ id }) => id === company);
  if (!membership || !world) return null;
  const atMerchant = <Entry extends { readonly at: string }>({ at }: Entry) => at === 'merchant';
  const pages = areas.flatMap((area) => area.pages).filter(atMerchant);
  const rail = areas.flatMap((area) => area.rail).filter(atMerchant);
  const pageIn = (one: WorldName) => {
    const who = memberWho(membership, one);
    const isFor = (at: string) => rail.find((entry) => entry.path === at)?.isFor?.(who) ?? true;
    const here = `/${path.split('/').slice(3).join('/')}`;
    return pageInOtherWorld(here, { pages: pages.map((page) => page.path), isFor });
  };
  const side = worldName(world);
  return (
    <nav className="world-switch" aria-label={words.label}>
      {WORLDS.map((one) => (
        <Link
          key={one}
          to={`/${company}/${one}${pageIn(one)}`}
          className={one === side ? `world ${one} here` : `world ${one}`}
          aria-current={one === side ? 'true' : undefined}
          title={one === 'live' && membership.liveKey === null ? words.liveLocked : undefined}
        >
          {words[one]}
        </Link>
      ))}
    </nav>
  );
}

/** For people in only one company it is the name. */
export function CompanyChoice() {
  const words = useTexts().frame.company;
  const navigate = useNavigate();
  const me = useMe();
  const { company, world } = useParams({ strict: false }) as { company?: string; world?: World };
  const isForOperators = useLocation({ select: ({ pathname }) => pathname.startsWith('/desk') });
  const companies = me.companies.map(({ id, name }) => ({ to: `/${id}/sandbox`, name, id }));
  const all =
    me.operatorRole === null
      ? companies
      : [{ to: '/desk', name: words.backOffice, id: 'backOffice' }, ...companies];
  const here = all.find(({ id }) => id === (isForOperators ? 'backOffice' : company));
  const [first] = all;
  if (!first) return null;
  if (all.length === 1)
    return (
      <Link to={company ? `/${company}/${world ?? 'sandbox'}` : first.to} className="company-name">
        {first.name}
      </Link>
    );
  return (
    <label className="company-choice">
      <span className="hidden">{words.label}</span>
      <select value={here?.to ?? ''} onChange={(event) => void navigate({ to: event.target.value })}>
        {!here && <option value="">…</option>}
        {all.map(({ to, name }) => (
          <option key={to} value={to}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
