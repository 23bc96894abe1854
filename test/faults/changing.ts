/** Changes of orders in the mix: agencies ask for them, the studio accepts some. */
import type { Random } from '../support/random.ts';
import type { Answer, PatientClient } from './client.ts';
import { PATIENCE } from './intents.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = 30;
const DAYS = 400;

/** What came of a request to change an order, or to accept that. */
export interface ChangeIntent {
  readonly orderId: string;
  readonly key: string;
  readonly step: 'change' | 'change-accept';
  /** Undefined: nobody told the client. */
  readonly code: number | undefined;
  /** What the answer called it. */
  readonly change?: { readonly changeId: string; readonly status: string };
}

/** Another day, or another remark; where the studio has to agree, it does as the dice will. */
export async function changeOrder(
  options: TrafficOptions,
  random: Random,
  agency: Agency,
  orderId: string,
): Promise<void> {
  const body = random.chance(0.3) ? { remark: `r${random.between(0, 999)}` } : tripOf(random);
  const asked = await ask(options, agency.client, { orderId, step: 'change' }, body, random);
  if (asked.change?.status !== 'requested' || random.chance(0.4)) return;
  await ask(options, options.studio, { orderId, step: 'change-accept' }, {}, random);
}

function tripOf(random: Random) {
  const days = FIRST_DAY + random.between(0, DAYS);
  return {
    tripDate: new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
    guestCount: random.between(1, 3),
  };
}

async function ask(
  { journal }: TrafficOptions,
  client: PatientClient,
  { orderId, step }: Pick<ChangeIntent, 'orderId' | 'step'>,
  body: object,
  random: Random,
): Promise<ChangeIntent> {
  const key = `${step}-${orderId}-${random.between(0, 1_000_000)}`;
  const request = { method: 'POST', path: `/open/v1/order/${step}/${orderId}`, key, body } as const;
  const answer = await client.send(request, random.pick(PATIENCE));
  const intent: ChangeIntent = { orderId, key, step, code: answer?.code, ...changeIn(answer) };
  journal.changes.push(intent);
  return intent;
}

function changeIn(answer: Answer | undefined): Pick<ChangeIntent, 'change'> {
  if (answer?.code !== 200) return {};
  const { changeId, status } = answer.data.change as { changeId: string; status: string };
  return { change: { changeId, status } };
}
