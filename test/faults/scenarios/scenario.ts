import type { Violation } from '../checks/violation.ts';
import type { Answer, PatientClient } from '../client.ts';
import type { Clients } from '../clients.ts';
import { patientGuide } from '../guides.ts';
import { outcomeOf } from '../intents.ts';
import type { Journal, MoveIntent, MoveName } from '../journal.ts';
import type { FaultWorld } from '../world.ts';

/** What a scenario is played on. Its orders, and what their clients were answered, are checked with all others at the end. */
export interface Stage {
  readonly world: FaultWorld;
  readonly clients: Clients;
  readonly journal: Journal;
  readonly say: (line: string) => void;
}

/** A course of events that once went wrong. @returns what went wrong beyond what the checks see at the end. */
export type Scenario = (stage: Stage) => Promise<Violation[]>;

/** Books a guide far ahead, with the first agency. @returns the order's id. */
export async function bookFor({ clients, journal }: Stage, reference: string, day: number): Promise<string> {
  const agency = clients.agencies[0] as Clients['agencies'][number];
  const key = `create-${reference}`;
  const body = {
    guideId: await patientGuide(agency.client),
    tripDate: new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
    tripDays: 1,
    guestCount: 1,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
    clientReference: reference,
  };
  const answer = await agency.client.send({ method: 'POST', path: '/open/v1/order/create', body, key });
  const outcome = outcomeOf(answer);
  journal.creates.push({ agency: agency.key, key, reference, outcome });
  if (outcome.kind !== 'acknowledged')
    throw new Error(`${reference} was not booked: ${JSON.stringify(answer)}`);
  return outcome.orderId;
}

/** One move, under a key of its own. @param tries so many at most. */
export async function command(
  { clients, journal }: Stage,
  orderId: string,
  move: MoveName,
  tries: number,
): Promise<Answer | undefined> {
  const isOfAgency = move === 'cancel' || move === 'advance';
  const [merchant, client] = isOfAgency
    ? [clients.agencies[0]?.key as string, clients.agencies[0]?.client as PatientClient]
    : [clients.studioKey, clients.studio];
  const key = `scenario-${move}-${orderId}`;
  const arrived: number[] = [];
  const path = `/open/v1${move === 'advance' ? '/sandbox' : ''}/order/${move}/${orderId}`;
  const answer = await client.send({ method: 'POST', path, key, arrived }, tries);
  const intent: MoveIntent = {
    orderId,
    move,
    merchant,
    key,
    arrived,
    outcome: outcomeOf(answer),
    repeats: [],
  };
  journal.moves.push(intent);
  return answer;
}
