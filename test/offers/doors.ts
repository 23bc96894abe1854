/** Asks the platform what a world asks, as clients do, and answers in the model's words. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { toDecimal, toMinor } from '../../domain/money.ts';
import { addDays } from '../../domain/trip.ts';
import type { TestApp } from '../support/app.ts';
import type { Clockwork } from './clockwork.ts';
import type { Body, Door, Step, World } from './worlds.ts';

const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const MINUTE_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: as the API answers; what it has to be the model says
export type Answer = Record<string, any>;

export interface Platform {
  readonly api: TestApp;
  readonly app: FastifyInstance;
  readonly clockwork: Clockwork;
  readonly agencies: Record<Step['by'], ClientCredentials>;
}

/** Who asks for something that was made asks with the key of whoever made it. */
interface Made {
  readonly id: string;
  readonly by: Send;
}

/** One world while it is asked. */
interface Session extends Pick<Platform, 'api' | 'clockwork'> {
  readonly guideId: string;
  readonly studio: Send;
  readonly quotes: Made[];
  readonly holds: Made[];
  readonly orders: Made[];
  readonly octo: Made[];
}

type Send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => Promise<Answer>;

/** What is answered to each step of a world, of which the platform gets a guide of its own. */
export async function askAll({ api, app, clockwork, agencies }: Platform, world: World): Promise<unknown[]> {
  api.clock.now = new Date(world.now);
  const sender = async (client: ClientCredentials) => await senderOf(api, app, client);
  const studio = await sender(api.sandbox.studio);
  const { restDays, blocked, ...body } = world.guide;
  const made = await studio('POST', '/open/v1/guide/create', body);
  if (made.code !== 200) throw new Error(`refused: ${JSON.stringify([body, made])}`);
  const { guideId } = made.data;
  if (restDays || blocked) {
    const closed = await studio('PUT', `/open/v1/guide/availability/${guideId}`, { restDays, blocked });
    if (closed.code !== 200) throw new Error(`refused: ${JSON.stringify(closed)}`);
  }
  const session: Session = { api, clockwork, guideId, studio, quotes: [], holds: [], orders: [], octo: [] };
  const answers: unknown[] = [];
  for (const { door, ask, by } of world.steps)
    answers.push(await DOORS[door](session, await sender(agencies[by]!), ask));
  await clockwork.releaseHolds(guideId);
  return answers;
}

async function senderOf(api: TestApp, app: FastifyInstance, client: ClientCredentials): Promise<Send> {
  return async (method, url, payload) => {
    // Anew for each request: time passes in a world.
    const authorization = `Bearer ${await api.token(client)}`;
    const headers = { authorization, 'octo-capabilities': 'octo/pricing' };
    const options: InjectOptions = { method, url, headers, ...(payload && { payload }) };
    return (await app.inject(options)).json();
  };
}

type Asked = (session: Session, ask: Send, body: Answer) => Promise<unknown>;

const DOORS: Record<Door, Asked> = {
  async quote({ guideId, quotes }, by, trip) {
    const answer = await by('POST', '/open/v1/order/quote', { guideId, ...trip });
    const { code, data } = answer;
    if (code !== 200) return refusalOf(answer);
    quotes.push({ id: data.quoteId, by });
    return {
      ...{ code, available: data.available, capacity: data.capacity, placesLeft: data.placesLeft },
      obstacles: reasonsOf(data.obstacleDetails),
      terms: data.cancellationTerms,
      ...shared(data),
    };
  },
  create: async (session, by, { expects, ...trip }) =>
    await order(session, by, {
      guideId: session.guideId,
      ...trip,
      ...(await expected(session, by, trip, expects)),
    }),
  hold: async (session, by, { expects, holdSeconds, ...trip }) =>
    await hold(session, by, {
      ...{ guideId: session.guideId, holdSeconds, ...trip },
      ...(await expected(session, by, trip, expects)),
    }),
  async takeQuote(session, _, { of, isHeld }) {
    const quote = oneOf(session.quotes, of);
    if (!quote) return {};
    return await (isHeld ? hold : order)(session, quote.by, { quoteId: quote.id });
  },
  async changeHold({ holds }, _, { of, change, expects }) {
    const held = oneOf(holds, of);
    if (!held) return {};
    const { totalAmount, currency } = (await held.by('GET', `/open/v1/order/hold/detail/${held.id}`)).data;
    // Whatever the new price is, it isn't this one.
    const other = expects === 'other' ? { expectedTotal: unlikely(totalAmount, currency) } : {};
    const answer = await held.by('POST', `/open/v1/order/hold/change/${held.id}`, { ...change, ...other });
    return answer.code === 200 ? { code: 200, ...shownHold(answer.data) } : refusalOf(answer);
  },
  async bookHold(session, _, { of }) {
    const held = oneOf(session.holds, of);
    return held ? await order(session, held.by, { holdId: held.id }) : {};
  },
  async release({ holds }, _, { of }) {
    const held = oneOf(holds, of);
    if (!held) return {};
    const answer = await held.by('POST', `/open/v1/order/hold/release/${held.id}`);
    return answer.code === 200 ? { code: 200, ...shownHold(answer.data) } : refusalOf(answer);
  },
  async changeQuote({ orders }, _, { of, change }) {
    const placed = oneOf(orders, of);
    if (!placed) return {};
    const answer = await placed.by('POST', `/open/v1/order/change-quote/${placed.id}`, change);
    if (answer.code !== 200) return refusalOf(answer);
    const { possible, obstacleDetails, needsConsent, answerBy, confirmBy, ...data } = answer.data;
    return {
      ...{ code: 200, possible, obstacles: reasonsOf(obstacleDetails), needsConsent, answerBy, confirmBy },
      ...{ total: data.totalAmount, previous: data.previousTotal, difference: data.difference },
      ...{ fee: data.changeFee, share: data.refundPercent, lines: data.priceBreakdown },
      goesIf: data.goesIf ?? null,
      ...{ start: data.tripStartAt, end: data.tripEndAt, policyDate: data.policyDate },
    };
  },
  async change({ orders, clockwork }, _, { of, change, expects }) {
    const placed = oneOf(orders, of);
    if (!placed) return {};
    const quoted = await placed.by('POST', `/open/v1/order/change-quote/${placed.id}`, change);
    const total = quoted.code === 200 && expects !== undefined ? totalOf(quoted.data, expects) : {};
    const answer = await placed.by('POST', `/open/v1/order/change/${placed.id}`, { ...change, ...total });
    if (answer.code !== 200) return refusalOf(answer);
    await clockwork.passTime(placed.id);
    return { code: 200, status: answer.data.change.status, ...shownOrder(answer.data.order) };
  },
  async answerChange({ orders, clockwork, studio }, _, { of, step }) {
    const placed = oneOf(orders, of);
    if (!placed) return {};
    const by = step === 'withdraw' ? placed.by : studio;
    const answer = await by('POST', `/open/v1/order/change-${step}/${placed.id}`, {});
    await clockwork.passTime(placed.id);
    return answer.code === 200 ? { code: 200, ...shownOrder(answer.data.order) } : { code: answer.code };
  },
  async move({ orders, studio }, _, { of, action, side }) {
    const placed = oneOf(orders, of);
    if (!placed) return {};
    const by = side === 'studio' ? studio : placed.by;
    const answer = await by('POST', `/open/v1/order/${action}/${placed.id}`, {});
    return answer.code === 200 ? { code: 200, ...shownOrder(answer.data) } : refusalOf(answer);
  },
  async refund({ orders, studio }, _, { of, percent }) {
    const placed = oneOf(orders, of);
    if (!placed) return {};
    const { totalAmount, refund, currency } = (await studio('GET', `/open/v1/order/detail/${placed.id}`))
      .data;
    const rest = minor(totalAmount, currency) - minor(refund?.amount ?? 0, currency);
    const amount = toDecimal(Math.floor((rest * percent) / 100), currency);
    const answer = await studio('POST', `/open/v1/order/refund/${placed.id}`, { amount, reason: 'rain' });
    return answer.code === 200 ? { code: 200, ...shownOrder(answer.data) } : { code: answer.code };
  },
  async octoReserve(session, by, { units, minutes, ...slot }) {
    const found = await slotOf(session, by, slot);
    if (!found) return {};
    const body = { productId: session.guideId, ...found, ...unitItems(units), expirationMinutes: minutes };
    const asked = by('POST', '/octo/v1/bookings', body);
    const { uuid } = await asked;
    if (uuid) session.octo.push({ id: uuid, by });
    return await shownOcto(session, asked);
  },
  async octoUpdate(session, _, { of, slot, units }) {
    const booking = oneOf(session.octo, of);
    if (!booking) return {};
    const found = slot && (await slotOf(session, booking.by, slot));
    if (slot && !found) return {};
    const body = { ...found, ...(units && unitItems(units)) };
    return await shownOcto(session, booking.by('PATCH', `/octo/v1/bookings/${booking.id}`, body));
  },
  async octoConfirm(session, _, { of }) {
    const booking = oneOf(session.octo, of);
    if (!booking) return {};
    const path = `/octo/v1/bookings/${booking.id}`;
    const contact = { fullName: CONTACT.contactName, phoneNumber: CONTACT.contactPhone };
    const { error, supplierReference: id } = await booking.by('POST', `${path}/confirm`, { contact });
    if (error !== undefined) return { error };
    if (!session.orders.some((known) => known.id === id)) session.orders.push({ id, by: booking.by });
    // A trip that begins at once may have begun since the answer.
    await session.clockwork.settled();
    return await shownOcto(session, booking.by('GET', path));
  },
  async octoCancel(session, _, { of }) {
    const booking = oneOf(session.octo, of);
    if (!booking) return {};
    return await shownOcto(session, booking.by('POST', `/octo/v1/bookings/${booking.id}/cancel`, {}));
  },
  async edit({ clockwork, guideId, studio }, _, body) {
    const answer = await studio('PUT', `/open/v1/guide/update/${guideId}`, body);
    if (answer.code !== 200) throw new Error(`refused: ${JSON.stringify([body, answer])}`);
    await clockwork.decide(guideId);
    return { code: 200 };
  },
  async wait({ api, clockwork, guideId }, _, { minutes }) {
    await clockwork.passTimeOf(guideId, new Date(api.clock.now.getTime() + minutes * MINUTE_MS));
    return {};
  },
  async calendar({ guideId }, by, { from, days }) {
    const to = addDays(from, days - 1);
    const url = `/open/v1/guide/calendar?guideIds=${guideId}&from=${from}&to=${to}&withTimes=true`;
    return (await by('GET', url)).data.list[0].days;
  },
  async octo({ guideId: productId }, by, { from, days, optionId, guests }) {
    const [localDateStart, localDateEnd] = [from, addDays(from, days - 1)];
    const units = guests.guests
      ? guests.guests.map((one: Answer) => ({ id: one.kind, quantity: one.count }))
      : [{ id: 'adult', quantity: guests.guestCount }];
    const body = { productId, optionId, localDateStart, localDateEnd, units };
    const starts = (await by('POST', '/octo/v1/availability', body)) as unknown as Answer[];
    return starts
      .map(({ id, localDateTimeEnd: end, utcCutoffAt: cutoff, pricing, ...state }) => ({
        ...{ id, end, cutoff, price: pricing.net },
        ...{ status: state.status, available: state.available },
        ...{ vacancies: state.vacancies, capacity: state.capacity },
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  },
};

/** The availability that is called by this start; undefined where there is none. */
async function slotOf({ guideId: productId }: Session, by: Send, { optionId, date, startTime }: Answer) {
  const body = { productId, optionId, localDate: date };
  const starts = (await by('POST', '/octo/v1/availability', body)) as unknown as { id: string }[];
  const found = starts.find(({ id }) => startTime === undefined || id.slice(11, 16) === startTime);
  return found && { optionId, availabilityId: found.id };
}

async function shownOcto({ clockwork }: Session, asked: Promise<Answer>): Promise<Answer> {
  const { error, ...booking } = await asked;
  await clockwork.settled();
  if (error !== undefined) return { error };
  const units = booking.unitItems.map(({ unitId }: Answer) => unitId).sort();
  const { status: octo, availabilityId: start, utcExpiresAt: until, cancellable, pricing } = booking;
  return { octo, start, until, cancellable, units, price: pricing.net };
}

async function order({ orders, clockwork }: Session, by: Send, body: Body): Promise<unknown> {
  const answer = await by('POST', '/open/v1/order/create', { ...body, ...CONTACT });
  if (answer.code !== 200) return refusalOf(answer);
  const { orderId } = answer.data;
  orders.push({ id: orderId, by });
  await clockwork.settled();
  return { code: 200, ...shared(answer.data) };
}

async function hold({ holds }: Session, by: Send, body: Body): Promise<unknown> {
  const answer = await by('POST', '/open/v1/order/hold', body);
  if (answer.code !== 200) return refusalOf(answer);
  holds.push({ id: answer.data.holdId, by });
  return { code: 200, ...shownHold(answer.data) };
}

/** The price that a quote names, or another one. */
async function expected({ guideId }: Session, by: Send, trip: Body, expects?: string): Promise<Body> {
  if (expects === undefined) return {};
  const { code, data } = await by('POST', '/open/v1/order/quote', { guideId, ...trip });
  return code === 200 ? totalOf(data, expects) : {};
}

function totalOf({ totalAmount, currency }: Answer, expects: string): Body {
  return { expectedTotal: expects === 'quoted' ? totalAmount : unlikely(totalAmount, currency) };
}

const unitItems = (units: readonly string[]) => ({ unitItems: units.map((unitId) => ({ unitId })) });
const unlikely = (total: number, currency: string) => toDecimal(minor(total, currency) + 1, currency);
const minor = (decimal: number, currency: string) => toMinor(decimal, currency) as number;
const oneOf = (made: readonly Made[], of: number): Made | undefined => made[of % made.length];

function shared({
  guestCount,
  tripStartAt: start,
  tripEndAt: end,
  totalAmount: total,
  priceBreakdown: lines,
  offerCode = null,
  goesIf = null,
}: Answer) {
  return { guestCount, start, end, total, lines, offerCode, goesIf };
}

const timeOf = ({ tripDate, tripKindId, startTime, tripDays }: Answer) => [
  tripDate,
  tripKindId,
  startTime,
  tripDays,
];

function shownHold(data: Answer) {
  return { hold: data.status, until: data.expiresAt, time: timeOf(data), ...shared(data) };
}

function shownOrder(data: Answer) {
  const { refund, nextDeadline, openChange } = data;
  return {
    ...{ order: data.status, time: timeOf(data), deadline: nextDeadline?.at ?? null },
    refund: refund && { amount: refund.amount, fee: refund.fee },
    // It names what it alters.
    asked: openChange && (openChange.after.totalAmount ?? data.totalAmount),
    ...shared(data),
  };
}

function refusalOf({ code, data }: Answer) {
  if (code === 40001) return { code, problems: problemsOf(data) };
  return code === 40902 ? { code, obstacles: reasonsOf(data?.details ?? []) } : { code };
}

const reasonsOf = (details: readonly Answer[]) => details.map(({ reason }) => reason).sort();
const problemsOf = ({ details }: Answer) => details.map(({ path, reason }: Answer) => [path, reason]).sort();
