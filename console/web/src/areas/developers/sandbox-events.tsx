import { useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { SelectField } from '../../parts/choices.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useAddress } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { EndpointTest } from './endpoint-test.tsx';

/** Examples of events, sent to one of the merchant's endpoints. */
export function SandboxEvents() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().developers;
  const endpoints = useOperation(here, 'listCallbackEndpoints');
  const [chosen, setChosen] = useState('');
  if (!endpoints.data) return <Skeleton lines={2} />;
  const options = endpoints.data.list
    .filter(({ url }) => url !== null)
    .map(({ endpointId, url, description }) => ({ id: endpointId, label: description || (url ?? '') }));
  const first = options[0];
  if (first === undefined)
    return (
      <div className="stack">
        <p className="soft">{words.sandbox.noEndpoint}</p>
        <div>
          <ButtonLink to={address('/endpoints')}>{words.endpoints.title}</ButtonLink>
        </div>
      </div>
    );
  const endpointId = options.find(({ id }) => id === chosen)?.id ?? first.id;
  return (
    <div className="stack">
      <p className="soft">{words.sandbox.eventsText}</p>
      {options.length > 1 && (
        <SelectField
          name="endpoint"
          label={words.deliveries.columns.endpoint}
          options={options}
          value={endpointId}
          onChange={setChosen}
        />
      )}
      <EndpointTest key={endpointId} endpointId={endpointId} />
    </div>
  );
}
