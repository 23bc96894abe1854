/** The page of a mail's link that answers a request, without a sign-in. It says what it is about first: mail programs open links beforehand. */
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import { useAction } from '../../api/queries.ts';
import type { Answer } from '../../api/routes.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Money } from '../../parts/money.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited, ErrorState, Note } from '../../parts/states.tsx';
import { Day, When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { LinkFailed, LinkMissing } from './link-failed.tsx';
import { useMailToken } from './mail-token.ts';

const LOOK = 'POST /api/notices/answer/look';
type Request = Answer<typeof LOOK>;

export default function AnswerRequest() {
  const words = useTexts().notices.answer;
  const token = useMailToken();
  const key = ['notice-answer', token];
  const { data, error, refetch } = useQuery<Request, Refusal>({
    queryKey: key,
    queryFn: () => request(LOOK, { body: { token }, leadsToSignIn: false }),
    enabled: token !== '',
  });
  const send = useAction(
    (answer: 'confirm' | 'reject') =>
      request('POST /api/notices/answer', { body: { token, answer }, leadsToSignIn: false }),
    { invalidates: [key] },
  );
  if (token === '') return <LinkMissing title={words.title} />;
  if (error) return <LinkFailed title={words.title} refusal={error} />;
  const asked = send.answer ?? data;
  if (asked === undefined)
    return (
      <Page title={words.title}>
        <Awaited query={{ data, error, refetch }} lines={6} />
      </Page>
    );
  return (
    <Page title={words.titleOf(asked.guideName)} lead={words.lead(asked.companyName)}>
      <Facts asked={asked} />
      {send.refusal && <ErrorState refusal={send.refusal} />}
      {asked.isWaiting ? <Buttons send={send} /> : <Answered asked={asked} />}
    </Page>
  );
}

interface Sending {
  readonly isRunning: boolean;
  readonly run: (answer: 'confirm' | 'reject') => void;
}

function Buttons({ send }: { send: Sending }) {
  const words = useTexts().notices.answer;
  return (
    <>
      <p className="soft">{words.means}</p>
      <div className="row">
        <Button tone="main" isPending={send.isRunning} onPress={() => send.run('confirm')}>
          {words.confirm}
        </Button>
        <Button tone="plain" isDisabled={send.isRunning} onPress={() => send.run('reject')}>
          {words.decline}
        </Button>
      </div>
    </>
  );
}

function Answered({ asked: { path, status } }: { asked: Request }) {
  const words = useTexts().notices.answer;
  const said = status === 'cancelled' ? words.declined : words.confirmed;
  return (
    <>
      <Note tone={status === 'cancelled' ? 'info' : 'good'}>{said}</Note>
      <div>
        <ButtonLink to={path}>{words.open}</ButtonLink>
      </div>
    </>
  );
}

function Facts({ asked }: { asked: Request }) {
  const texts = useTexts();
  const { fact } = texts.notices.answer;
  const { tripDate, tripDays, startTime, guestCount, totalAmount, currency, answerBy, timeZone } = asked;
  return (
    <dl className="facts">
      <Fact name={fact.day} value={<Day date={tripDate} weekday />} />
      <Fact name={startTime ? fact.time : fact.length} value={startTime ?? fact.days(tripDays)} />
      <Fact name={fact.guests} value={guestCount} />
      <Fact name={fact.price} value={<Money amount={totalAmount} currency={currency} />} />
      <Fact name={fact.reference} value={asked.clientReference} />
      <Fact name={fact.order} value={asked.orderId} />
      <Fact name={texts.frame.world.sandbox} value={asked.sandbox && fact.sandbox} />
      <Fact name={fact.answerBy} value={asked.isWaiting && <When at={answerBy} zone={timeZone} isExact />} />
    </dl>
  );
}
