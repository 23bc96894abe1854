import type { EntityManager } from '@mikro-orm/postgresql';
import { positionOf } from '../../../domain/ids.ts';
import { type MerchantEvent, nextSequenceOf, publishToMerchant } from './notify.ts';

type NextEvent = Pick<
  MerchantEvent,
  'type' | 'merchantKey' | 'subjectId' | 'occurredAt' | 'exceptEndpointId'
> & {
  /** JSON without the notification's id. */
  readonly body: (sequence: number) => string;
};

const NUMBER = `select nextval('merchant_event_number') as number`;

/**
 * Publishes to a merchant the next event of one of its endpoints, or of itself: a subject without a workflow. The caller's
 * transaction holds the subject's row, so that numbers follow each other.
 */
export async function publishNextToMerchant(em: EntityManager, { body, ...event }: NextEvent): Promise<void> {
  const sequence = await nextSequenceOf(em, event.subjectId);
  const [{ number } = { number: '' }] = await em.execute<{ number: string }[]>(NUMBER);
  await publishToMerchant(em, {
    ...event,
    digits: String(number),
    sequence,
    position: positionOf(sequence),
    body: body(sequence),
  });
}
