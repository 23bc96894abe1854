import type { PatientClient } from './client.ts';
import type { FaultyReceiver } from './receiver.ts';

/** Saves each receiver's address, again if need be: the first one by `callback/config`, others as endpoints of their own. */
export async function saveEndpoints(
  client: PatientClient,
  receivers: readonly FaultyReceiver[],
): Promise<void> {
  for (const [index, receiver] of receivers.entries()) {
    const { secret, endpointId } = await save(client, pathOf(index, receiver), receiver.url);
    receiver.secret = secret ?? receiver.secret;
    receiver.endpointId = endpointId ?? receiver.endpointId;
  }
}

function pathOf(index: number, { endpointId }: FaultyReceiver): `${'PUT' | 'POST'} ${string}` {
  if (index === 0) return 'PUT config';
  return endpointId === undefined ? 'POST endpoint/create' : `PUT endpoint/update/${endpointId}`;
}

/** The secret shows the first time. */
async function save(client: PatientClient, request: ReturnType<typeof pathOf>, url: string) {
  const [method, path] = request.split(' ') as ['PUT' | 'POST', string];
  const answer = await client.send({ method, path: `/open/v1/callback/${path}`, body: { url } });
  if (answer?.code !== 200) throw new Error(`the callback address was not saved: ${JSON.stringify(answer)}`);
  return answer.data as { secret?: string; endpointId?: string };
}
