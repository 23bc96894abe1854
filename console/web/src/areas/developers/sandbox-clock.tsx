import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction, useOperation } from '../../api/queries.ts';
import { Fact } from '../../parts/facts.tsx';
import { NumberField } from '../../parts/fields.tsx';
import { Form, FormSubmit } from '../../parts/form.tsx';
import { ErrorState, Skeleton } from '../../parts/states.tsx';
import { spanText, When } from '../../parts/time.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

const EVERY_MS = 5_000;
const NOTHING = { days: 0, hours: 0, minutes: 0 };

/** The merchant's clock: what it says, and moving it ahead. */
export function SandboxClock() {
  const here = useHere();
  const texts = useTexts();
  const words = texts.developers.sandbox;
  const clock = useOperation(here, 'getSandboxClock', { refetchInterval: EVERY_MS });
  const [span, setSpan] = useState(NOTHING);
  const moving = useAction(() => call(here, 'advanceSandboxClock', { body: span }), {
    // Orders, statements, notifications: everything may have changed.
    invalidates: [[here.company, here.world]],
    onDone: () => setSpan(NOTHING),
  });
  const field = (name: keyof typeof NOTHING, maxValue: number) => (
    <NumberField
      name={name}
      label={words[name]}
      value={span[name]}
      onChange={(value) => setSpan({ ...span, [name]: Number.isNaN(value) ? 0 : value })}
      minValue={0}
      maxValue={maxValue}
    />
  );
  // Its button is never disabled: a number counts when its field is left, and the press that leaves it must count too.
  const advance = () => {
    if (Object.values(span).some((count) => count > 0)) moving.run(undefined);
    else showToast({ text: words.advanceNothing, tone: 'warning' });
  };
  return (
    <div className="stack">
      <p className="soft">{words.clockText}</p>
      {clock.error && <ErrorState refusal={clock.error} />}
      {!clock.data && !clock.error && <Skeleton lines={2} />}
      {clock.data && (
        <dl className="facts">
          <Fact name={words.now} value={<When at={clock.data.now} isExact />} />
          <Fact
            name={words.ahead}
            value={
              clock.data.aheadSeconds === 0
                ? words.notAhead
                : spanText(clock.data.aheadSeconds, texts.frame.time)
            }
          />
          <Fact
            name={texts.developers.deliveries.columns.status}
            value={clock.data.ordersBehind === 0 ? words.followed : words.behind(clock.data.ordersBehind)}
          />
        </dl>
      )}
      <Form refusal={moving.refusal} onSubmit={advance}>
        <div className="two-fields">
          {field('days', 400)}
          {field('hours', 9_600)}
          {field('minutes', 576_000)}
        </div>
        <p>{words.advanceConsequence}</p>
        <FormSubmit action={moving} verb={words.advance} working={words.advancing} />
      </Form>
    </div>
  );
}
