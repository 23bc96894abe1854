import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { monthText } from '../../parts/days.ts';
import { ErrorState, Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

/** A busy machine takes its time. */
const PATIENCE_MS = 45_000;

/** Fills the sandbox with trips, so that no page is empty; what is there already is not made again. */
export function FillSandbox() {
  const here = useHere();
  const words = useTexts().developers.sandbox;
  const locale = useLocaleTag();
  const filling = useAction(() => call(here, 'createSandboxExamples', { timeoutMs: PATIENCE_MS }), {
    invalidates: [[here.company, here.world]],
    onDone: ({ orderIds, month }) => {
      const text = words.filled(orderIds.length, monthText(month, locale));
      if (orderIds.length > 0) showToast({ text });
    },
  });
  return (
    <div className="stack">
      <p className="soft">{here.kind === 'studio' ? words.examplesOfStudio : words.examplesOfAgency}</p>
      {filling.refusal && <ErrorState refusal={filling.refusal} />}
      {filling.answer?.orderIds.length === 0 && <Note tone="warning">{words.noGuides}</Note>}
      <div>
        <Button isPending={filling.isRunning} onPress={() => filling.run(undefined)}>
          {filling.isRunning ? words.filling : words.fill}
        </Button>
      </div>
    </div>
  );
}
