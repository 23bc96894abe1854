/** A booking of what is held: the same form at the hold's price, and the hold's clock. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction, useOperation } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Awaited, ErrorState, Note } from '../../parts/states.tsx';
import { Countdown } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { BookForm } from './book-form.tsx';
import { oldAfterHold, useMerchantClock } from './data.ts';
import { HoldChange } from './hold-change.tsx';
import type { GuideDetail } from './trip-choice.ts';

type Hold = Data<'getHold'>;

const HOLD_SECONDS = 900;

export function HeldTrip({ guide, holdId }: { guide: GuideDetail; holdId: string }) {
  const here = useHere();
  const words = useTexts().trade.book;
  const hold = useOperation(here, 'getHold', { params: { holdId } });
  const [isChanging, setChanging] = useState(false);
  if (!hold.data) return <Awaited query={hold} lines={10} />;
  if (hold.data.status !== 'held') return <Note tone="warning">{words.heldOver}</Note>;
  return (
    <>
      <HoldBar hold={hold.data} onChange={() => setChanging(true)} />
      {isChanging && <HoldChange guide={guide} hold={hold.data} onEnd={() => setChanging(false)} />}
      <BookForm guide={guide} hold={hold.data} />
    </>
  );
}

function HoldBar({ hold, onChange }: { hold: Hold; onChange: () => void }) {
  const here = useHere();
  const words = useTexts().trade.book;
  const navigate = useNavigate();
  const to = useAddress()(`/find/${hold.guideId}`);
  const { realTime } = useMerchantClock();
  const params = { holdId: hold.holdId };
  const invalidates = oldAfterHold(here);
  const extension = useAction(
    () => call(here, 'extendHold', { params, body: { holdSeconds: HOLD_SECONDS } }),
    { invalidates },
  );
  const release = useAction(() => call(here, 'releaseHold', { params }), {
    invalidates,
    onDone: () => {
      showToast({ text: words.released });
      void navigate({ to });
    },
  });
  const refusal = extension.refusal ?? release.refusal;
  return (
    <Note tone="good">
      <div className="row row-between">
        <span>
          {hold.entryId ? words.heldTurn : words.held}: <Countdown until={realTime(hold.expiresAt)} />
        </span>
        <span className="row">
          {!hold.entryId && (
            <Button small isPending={extension.isRunning} onPress={() => extension.run(undefined)}>
              {words.extend}
            </Button>
          )}
          <Button small onPress={onChange}>
            {words.changeHold}
          </Button>
          <Button small isPending={release.isRunning} onPress={() => release.run(undefined)}>
            {words.release}
          </Button>
        </span>
      </div>
      {refusal && <ErrorState refusal={refusal} />}
    </Note>
  );
}
