import { UNCONFIRMED_DAYS } from '../../domain/keeping.ts';
import type { PatientClient } from './client.ts';

/** @returns so many guides at most, by their ids. @throws where they can't be listed. */
export async function listGuides(client: PatientClient, size: number): Promise<string[]> {
  const answer = await client.send({ method: 'GET', path: `/open/v1/guide/list?size=${size}` });
  if (answer?.code !== 200) throw new Error('the guides could not be listed');
  return (answer.data.list as { guideId: string }[]).map(({ guideId }) => guideId);
}

/** @returns a guide whose orders wait for the studio's confirmation. @throws where there is none. */
export async function patientGuide(client: PatientClient): Promise<string> {
  for (const guideId of await listGuides(client, 10)) {
    const answer = await client.send({ method: 'GET', path: `/open/v1/guide/detail/${guideId}` });
    if (answer?.data.instantConfirmation === false) return guideId;
  }
  throw new Error('every guide confirms at once');
}

/** The studio lets an agency keep as much of them as it may say: the load would be refused for more than the default. @throws where it can't be set. */
export async function openGuides(studio: PatientClient, guideIds: readonly string[]): Promise<void> {
  const body = { maxUnconfirmedDays: UNCONFIRMED_DAYS.maximum };
  for (const guideId of guideIds) await updateGuide(studio, guideId, body);
}

/** @throws where the studio may not. */
export async function updateGuide(studio: PatientClient, guideId: string, body: object): Promise<void> {
  const path = `/open/v1/guide/update/${guideId}`;
  const answer = await studio.send({ method: 'PUT', path, body });
  if (answer?.code !== 200)
    throw new Error(`guide ${guideId} could not be changed: ${JSON.stringify(answer)}`);
}
