/** Home: what needs the reader now, with its deadline; today's trips; the coming two weeks in a picture. */
import type { Home as HomeData } from '../../../../server/trade/schemas.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { CardRows } from './card-rows.tsx';
import { useHome } from './data.ts';
import { FirstSteps } from './home-steps.tsx';
import { TodoList } from './home-todo.tsx';
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
  return (
    <>
      <Todo home={home} />
      {!here.acting && <FirstSteps steps={home.steps} />}
      <Section title={words.trips}>
        {home.trips.length > 0 ? (
          <CardRows label={words.trips} orders={home.trips} />
        ) : (
          <p className="soft">{words.noTrips}</p>
        )}
      </Section>
      <TwoWeeks days={home.days} now={home.now} />
    </>
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
