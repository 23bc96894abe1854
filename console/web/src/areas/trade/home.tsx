/** Home: what needs the reader now, with its deadline; today's trips; the coming two weeks in a picture. */
import { Link } from '@tanstack/react-router';
import type { Home as HomeData } from '../../../../server/trade/schemas.ts';
import { addDays } from '../../parts/days.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, Note } from '../../parts/states.tsx';
import { searchText, useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useHome } from './data.ts';
import { FirstSteps } from './home-steps.tsx';
import { TodoList } from './home-todo.tsx';
import { TripCards } from './trip-cards.tsx';
import { TwoWeeks } from './two-weeks.tsx';
import './trade.css';

export default function Home() {
  const here = useHere();
  const words = useTexts().trade.home;
  const home = useHome(here);
  return (
    <Page title={words.title}>
      <Awaited query={home} lines={8} />
      {home.data && (here.kind === 'provider' ? <Provider home={home.data} /> : <Trader home={home.data} />)}
    </Page>
  );
}

function Trader({ home }: { home: HomeData }) {
  const here = useHere();
  const words = useTexts().trade.home;
  const trips = (
    <Section title={words.trips} aside={home.trips.length > 0 && <AllTrips home={home} />}>
      <TripCards trips={home.trips} />
    </Section>
  );
  return (
    <>
      <Todo home={home} />
      {/* Before what a newcomer is to do, where there are some. */}
      {home.trips.length > 0 && trips}
      {!here.acting && <FirstSteps steps={home.steps} />}
      {home.trips.length === 0 && trips}
      <TwoWeeks days={home.days} now={home.now} />
    </>
  );
}

/** The page shows the first of them. */
function AllTrips({ home: { trips, now } }: { home: HomeData }) {
  const words = useTexts().trade.home;
  const address = useAddress();
  const tripDateFrom = trips.map(({ tripDate }) => tripDate).sort()[0];
  const tripDateTo = addDays(now.slice(0, 10), 1);
  return (
    <Link to={`${address('/orders')}${searchText({ tripDateFrom, tripDateTo })}`}>{words.allTrips}</Link>
  );
}

function Provider({ home }: { home: HomeData }) {
  const words = useTexts().trade.home;
  return (
    <>
      <Todo home={home} />
      <Note>{words.provider}</Note>
      <FirstSteps steps={home.steps} />
    </>
  );
}

function Todo({ home }: { home: HomeData }) {
  const words = useTexts().trade.home;
  const isQuiet =
    home.pending.count === 0 &&
    home.changes.count === 0 &&
    [home.unread, home.statements, home.endpoints].every((list) => list.length === 0);
  return (
    <Section title={words.todo}>
      {isQuiet ? (
        <Note tone="good">
          <strong>{words.nothing}.</strong> {words.nothingText}
        </Note>
      ) : (
        <TodoList home={home} />
      )}
    </Section>
  );
}
