import { expect } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { TestApp } from '../support/app.ts';
import { createGuide } from '../support/merchants.ts';

export const PRICING = { 'octo-capabilities': 'octo/pricing' };

/** Guides of every sort that OCTO tells apart. */
export const OCTO_GUIDES = {
  /** Whole days and trips of hours; one price whoever comes, and a bit more from the third guest on. */
  mixed: 'G7001',
  /** Whole days only. */
  wholeDays: 'G7002',
  /** Trips of hours only, priced by guest. */
  byGuest: 'G7003',
  /** Asks what OCTO can't answer. */
  asking: 'G7004',
} as const;

export const MORNING = {
  tripKindId: 'morning',
  name: 'A morning in Porto',
  durationMinutes: 180,
  startTimes: ['09:00', '10:00', '15:00'],
  price: 9_000,
  maxGuests: 3,
};

export async function createOctoGuides(api: TestApp, changes: object = {}): Promise<void> {
  await createGuide(api, {
    id: OCTO_GUIDES.mixed,
    name: 'Inês Prado',
    instantConfirmation: true,
    guestSurcharge: { fromGuest: 3, amountPerDay: 1_000 },
    tripKinds: [MORNING],
    ...changes,
  });
  await createGuide(api, {
    id: OCTO_GUIDES.wholeDays,
    instantConfirmation: true,
    languages: ['ja', 'en'],
    currency: 'JPY',
    dayRate: 20_000,
    timeZone: 'Asia/Tokyo',
    seasonalRates: [{ startDate: '2027-03-01', endDate: '2027-03-31', dayRate: 15_000 }],
    ...changes,
  });
  await createGuide(api, {
    id: OCTO_GUIDES.byGuest,
    dayRate: 0,
    offersWholeDays: false,
    guestKinds: [
      { kind: 'adult', amount: 2_500 },
      { kind: 'child', minAge: 4, maxAge: 12, amount: 1_000 },
    ],
    tripKinds: [{ ...MORNING, price: 0, maxGuests: 5 }],
    ...changes,
  });
  await createGuide(api, {
    id: OCTO_GUIDES.asking,
    questions: [{ questionId: 'diet', text: 'What do you eat?', required: true }],
    ...changes,
  });
}

/** Requests of one merchant, as OCTO has them. */
export function octoClient(api: TestApp, app: FastifyInstance, client: ClientCredentials) {
  const headers = async (more: Record<string, string> = {}) => ({
    authorization: `Bearer ${await api.token(client)}`,
    ...more,
  });
  return {
    get: async (path: string, more?: Record<string, string>) =>
      app.inject({ url: `/octo/v1${path}`, headers: await headers(more) }),
    post: async (path: string, payload: object = {}, more?: Record<string, string>) =>
      app.inject({ method: 'POST', url: `/octo/v1${path}`, headers: await headers(more), payload }),
    patch: async (path: string, payload: object, more?: Record<string, string>) =>
      app.inject({ method: 'PATCH', url: `/octo/v1${path}`, headers: await headers(more), payload }),
    delete: async (path: string, payload: object = {}) =>
      app.inject({ method: 'DELETE', url: `/octo/v1${path}`, headers: await headers(), payload }),
  };
}
export type OctoClient = ReturnType<typeof octoClient>;

/** @param members what the refusal names beside its word. */
export function expectRefusal(
  answer: { statusCode: number; json(): unknown },
  error: string,
  members: object = {},
): void {
  expect([answer.statusCode, answer.json()]).toEqual([
    ['UNAUTHORIZED', 'FORBIDDEN'].includes(error) ? 403 : 400,
    { error, errorMessage: expect.stringMatching(/./), ...members },
  ]);
}
