/** What the agency holds, and what it waits for. */
import { call } from '../../api/client.ts';
import { useAction, useOperation } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import { Countdown } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useMayTrade, useMerchantClock } from './data.ts';
import { TripText } from './trip.tsx';

export function HoldsAndWaits() {
  const here = useHere();
  const words = useTexts().trade.find;
  const holds = useOperation(here, 'listHolds', { query: { status: 'held', size: 20 } });
  const waits = useOperation(here, 'listWaitlist', { query: { size: 20 } });
  return (
    <>
      {holds.data && holds.data.list.length > 0 && (
        <Section title={words.holds}>
          <ul className="card plain-rows">
            {holds.data.list.map((hold) => (
              <HoldRow key={hold.holdId} hold={hold} />
            ))}
          </ul>
        </Section>
      )}
      {waits.data && waits.data.list.length > 0 && (
        <Section title={words.waitlist}>
          <ul className="card plain-rows">
            {waits.data.list.map((entry) => (
              <WaitRow
                key={entry.entryId}
                entry={entry}
                turn={holds.data?.list.find(({ entryId }) => entryId === entry.entryId)}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** A guide's name, once for all rows of it. */
function GuideName({ guideId }: { guideId: string }) {
  const guide = useOperation(useHere(), 'getGuide', { params: { guideId } });
  return <strong>{guide.data?.name ?? guideId}</strong>;
}

type Hold = Data<'listHolds'>['list'][number];

function HoldRow({ hold }: { hold: Hold }) {
  const words = useTexts().trade.find;
  const address = useAddress();
  const { realTime } = useMerchantClock();
  return (
    <li className="row row-between">
      <span>
        <GuideName guideId={hold.guideId} /> · <TripText trip={hold} />
      </span>
      <span className="row">
        <Countdown until={realTime(hold.expiresAt)} />
        <ButtonLink small to={address(`/find/${hold.guideId}/book?hold=${hold.holdId}`)}>
          {words.book}
        </ButtonLink>
      </span>
    </li>
  );
}

interface WaitProps {
  readonly entry: Data<'listWaitlist'>['list'][number];
  /** The hold, where it is the entry's turn. */
  readonly turn: Hold | undefined;
}

function WaitRow({ entry, turn }: WaitProps) {
  const here = useHere();
  const words = useTexts().trade.find;
  const address = useAddress();
  const mayTrade = useMayTrade();
  const { entryId, guideId, tripDate, tripDays } = entry;
  const { realTime } = useMerchantClock();
  const removal = useAction(() => call(here, 'deleteWaitlistEntry', { params: { entryId } }), {
    invalidates: [[here.company, here.world, 'listWaitlist']],
    onDone: () => showToast({ text: words.waitRemoved }),
  });
  return (
    <li className="row row-between">
      <span>
        <GuideName guideId={guideId} /> · <TripText trip={entry} />
        {entry.toldAt && ` · ${turn ? words.waitHeld : words.waitNotified}`}
      </span>
      <span className="row">
        {turn && <Countdown until={realTime(turn.expiresAt)} />}
        <ButtonLink
          small
          to={address(
            turn
              ? `/find/${guideId}/book?hold=${turn.holdId}`
              : `/find/${guideId}?date=${tripDate}&days=${tripDays}`,
          )}
        >
          {words.book}
        </ButtonLink>
        {mayTrade && (
          <Button small isPending={removal.isRunning} onPress={() => removal.run(undefined)}>
            {words.waitRemove}
          </Button>
        )}
      </span>
    </li>
  );
}
