/** The frame of all pages behind the sign-in: rail, bar, content. */
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type World, worldName } from '../api/client.ts';
import { useConnection } from '../api/connection.ts';
import { Button } from '../parts/button.tsx';
import { Note } from '../parts/states.tsx';
import { ActingChoice, Linked } from './acting.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { useFeed } from './feed.ts';
import { keepLast } from './home.ts';
import { Logo } from './marks.tsx';
import { NoticeBell } from './notice-bell.tsx';
import { Palette, PaletteButton } from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { usePocket } from './pocket.ts';
import { usePreferences, useTexts } from './preferences.tsx';
import { PullToRefresh } from './pull.tsx';
import { usePush } from './push.ts';
import { Rail } from './rail.tsx';
import { useMe } from './session.ts';
import { CompanyChoice, WorldSwitch } from './world-switch.tsx';
import './shell.css';

export function Shell() {
  const words = useTexts().frame;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const place = useParams({ strict: false }) as { company?: string; world?: World };
  const { company, world } = place;
  useEffect(() => {
    if (company && world) keepLast(company, world);
  }, [company, world]);
  useOwnLanguage();
  useFeed(place);
  usePush();
  usePocket();
  useReturn();
  return (
    <div className={`shell ${world && worldName(world) === 'sandbox' ? 'in-sandbox' : ''}`}>
      <a href="#content" className="skip">
        {words.skipToContent}
      </a>
      <header className="topbar">
        <Button
          className="menu-button"
          tone="quiet"
          icon={isMenuOpen ? 'close' : 'menu'}
          label={words.menu}
          aria-expanded={isMenuOpen}
          onPress={() => setMenuOpen(!isMenuOpen)}
        />
        <Link to="/" className="home-link">
          <Logo />
        </Link>
        <CompanyChoice />
        <WorldSwitch />
        <ActingChoice />
        <span className="topbar-space" />
        <PaletteButton />
        <NoticeBell />
        <PersonMenu />
      </header>
      <Rail isOpen={isMenuOpen} onLeave={() => setMenuOpen(false)} />
      <main id="content" className="content" tabIndex={-1}>
        <ConnectionStrip />
        {company && world === 'live' && <LiveLocked company={company} />}
        <Linked>
          <Outlet />
        </Linked>
      </main>
      <Palette />
      <PullToRefresh />
    </div>
  );
}

/** Above all pages of the live side while there is nobody to be there. */
function LiveLocked({ company }: { company: string }) {
  const words = useTexts().frame.world;
  const membership = useMe().companies.find(({ id }) => id === company);
  if (membership?.liveKey !== null) return null;
  return (
    <div className="live-locked">
      <Note tone="warning">
        {words.liveLocked} <Link to={`/${company}/live/company/verification`}>{words.verify}</Link>
      </Note>
    </div>
  );
}

/** What is shown is read again once the connection is back. */
function useReturn(): void {
  const client = useQueryClient();
  const { isAway } = useConnection();
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) void client.invalidateQueries();
    wasAway.current = isAway;
  }, [client, isAway]);
}

/** A signed-in person reads the language of their account. */
function useOwnLanguage(): void {
  const { language } = useMe().person;
  const { setLanguage } = usePreferences();
  const set = useRef(setLanguage);
  set.current = setLanguage;
  useEffect(() => {
    void set.current(language);
  }, [language]);
}
