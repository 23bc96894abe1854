/** Changes of orders in the mix: agencies ask for them, the studio accepts some. */
import type { Random } from '../support/random.ts';
import type { Answer, PatientClient } from './client.ts';
import { PATIENCE } from './intents.ts';
import { requestOf } from './mix.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = 30;
const DAYS = 400;

type ChangeStep = 'changeOrder' | 'acceptOrderChange' | 'declineOrderChange' | 'withdrawOrderChange';
/** What comes of a change that the studio has to agree to; the rest waits, or is overtaken. */
const ENDS = ['acceptOrderChange', 'acceptOrderChange', 'declineOrderChange', 'withdrawOrderChange'] as const;

/** What came of a request to change an order, or to end that. */
export interface ChangeIntent {
  readonly orderId: string;
  readonly key: string;
  readonly step: ChangeStep;
  /** Undefined: the client got no answer. */
  readonly code: number | undefined;
  /** What the answer called it. */
  readonly change?: { readonly changeId: string; readonly status: string };
}

/** Another day, or another remark; where the studio has to agree, the dice say what comes of it. */
export async function changeOrder(
  options: TrafficOptions,
  random: Random,
  agency: Agency,
  orderId: string,
): Promise<void> {
  const body = random.chance(0.3) ? { remark: `r${random.between(0, 999)}` } : tripOf(random);
  const asked = await ask(options, agency.client, { orderId, step: 'changeOrder' }, body, random);
  if (asked.change?.status !== 'requested' || random.chance(0.4)) return;
  const step = random.pick(ENDS);
  const client = step === 'withdrawOrderChange' ? agency.client : options.studio;
  await ask(options, client, { orderId, step }, {}, random);
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
  const answer = await client.send({ ...requestOf(step, orderId), key, body }, random.pick(PATIENCE));
  const intent: ChangeIntent = { orderId, key, step, code: answer?.code, ...changeIn(answer) };
  journal.changes.push(intent);
  return intent;
}

function changeIn(answer: Answer | undefined): Pick<ChangeIntent, 'change'> {
  if (answer?.code !== 200) return {};
  const { changeId, status } = answer.data.change as { changeId: string; status: string };
  return { change: { changeId, status } };
}
