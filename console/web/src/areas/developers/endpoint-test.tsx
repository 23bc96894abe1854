/** Sends an example to an endpoint and shows what it answered. */
import { useState } from 'react';
import { EVENT_TYPES, type EventType } from '../../../../../domain/event-types.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { CodeSample } from '../../parts/copy.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

const PLAIN = 'callback.test';

export function EndpointTest({ endpointId }: { endpointId: string }) {
  const here = useHere();
  const words = useTexts().developers.endpoints;
  const [type, setType] = useState<string>(PLAIN);
  const testing = useAction(() =>
    call(here, 'testCallbackEndpoint', {
      params: { endpointId },
      body: type === PLAIN ? {} : { type: type as EventType },
    }),
  );
  const options = [{ id: PLAIN, label: words.plainTest }, ...EVENT_TYPES.map((id) => ({ id, label: id }))];
  return (
    <div className="stack">
      <div className="with-button">
        <SelectField name="type" label={words.testType} options={options} value={type} onChange={setType} />
        <Button isPending={testing.isRunning} onPress={() => testing.run(undefined)}>
          {testing.isRunning ? words.testing : words.test}
        </Button>
      </div>
      {testing.refusal && <ErrorState refusal={testing.refusal} />}
      {testing.answer && <TestAnswer answer={testing.answer} />}
    </div>
  );
}

function TestAnswer({ answer }: { answer: Data<'testCallbackEndpoint'> }) {
  const words = useTexts().developers;
  const { acknowledged, httpStatus, durationMs, error, responseExcerpt } = answer;
  return (
    <div className="stack-s" role="status">
      <p className="row">
        <StateBadge state={acknowledged ? 'acknowledged' : 'failed'} />
        <span>{acknowledged ? words.endpoints.testOk : words.endpoints.testFailed}</span>
        <span className="soft numbers">
          {httpStatus !== null && `HTTP ${httpStatus} · `}
          {durationMs} ms
          {error !== null && ` · ${words.deliveries.errors[error] ?? error}`}
        </span>
      </p>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <CodeSample label={words.deliveries.responseBody} code={responseExcerpt} />
      )}
    </div>
  );
}
