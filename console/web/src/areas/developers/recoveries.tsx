/** Recoveries that are under way, or ended a short while ago, with how far they are. */
import { call } from '../../api/client.ts';
import { keyOf, useAction, useOperation } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

/** One that ended is shown for so long, in ms. */
const SHOWN_MS = 600_000;
const EVERY_MS = 2_000;

type Recovery = Data<'listRecoveries'>['list'][number];

export function Recoveries() {
  const here = useHere();
  const words = useTexts().developers.deliveries;
  const first = useOperation(here, 'listRecoveries', { query: { size: 5 } });
  const isOpen = first.data?.list.some(isUnderWay) ?? false;
  const recoveries = useOperation(here, 'listRecoveries', {
    query: { size: 5 },
    refetchInterval: isOpen ? EVERY_MS : 0,
  });
  const shown = (recoveries.data?.list ?? []).filter((one) => isUnderWay(one) || isRecent(one));
  if (shown.length === 0) return null;
  return (
    <section className="card stack" aria-label={words.recoveries}>
      {shown.map((one) => (
        <OneRecovery key={one.recoveryId} one={one} />
      ))}
    </section>
  );
}

const isUnderWay = ({ state }: Recovery) => state === 'waiting' || state === 'running';
const isRecent = ({ finishedAt }: Recovery) =>
  finishedAt !== null && Date.now() - Date.parse(finishedAt) < SHOWN_MS;

function OneRecovery({ one }: { one: Recovery }) {
  const here = useHere();
  const words = useTexts().developers.deliveries;
  const { recoveryId, state, taken, total, requestedAt } = one;
  const stopping = useAction(() => call(here, 'cancelRecovery', { params: { recoveryId } }), {
    invalidates: [keyOf(here, 'listRecoveries')],
  });
  return (
    <div className="stack-s">
      <div className="row row-between">
        <span className="row">
          <strong>{words.recoveryStates[state]}</strong>
          <span className="soft numbers">{words.progress(taken, total)}</span>
          <span className="soft">
            <When at={requestedAt} />
          </span>
        </span>
        {isUnderWay(one) && here.may('deliveries.write') && (
          <Button small isPending={stopping.isRunning} onPress={() => stopping.run(undefined)}>
            {words.stop}
          </Button>
        )}
      </div>
      <progress
        className="progress"
        max={Math.max(1, total)}
        value={state === 'finished' ? Math.max(1, total) : taken}
        aria-label={words.progress(taken, total)}
      />
    </div>
  );
}
