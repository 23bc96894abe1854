import type { EntityManager } from '@mikro-orm/postgresql';
import type { CancellationPolicy } from '../../domain/cancellation.ts';
import type { GuideStatus, GuideVisibility } from '../../domain/guide.ts';

/** What a booking needs to know of a guide, and of its studio's terms. */
export interface BookableGuide {
  readonly id: string;
  readonly studioKey: string;
  readonly status: GuideStatus;
  readonly visibility: GuideVisibility;
  readonly dayRate: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly maxGuests: number;
  readonly instantConfirmation: boolean;
  readonly confirmationHours: number;
  readonly cancellationPolicy: CancellationPolicy;
  readonly commissionRate: number;
  readonly version: number;
}

const BOOKABLE_GUIDE = `
select guide.id, guide.studio_key as "studioKey", guide.status, guide.visibility, guide.day_rate::float8 as "dayRate",
  guide.currency, guide.time_zone as "timeZone", guide.max_guests as "maxGuests",
  guide.instant_confirmation as "instantConfirmation", guide.confirmation_hours as "confirmationHours",
  guide.cancellation_policy as "cancellationPolicy", studio.commission_rate as "commissionRate", guide.version
from guide join merchant studio on studio.key = guide.studio_key
where guide.id = ? and guide.sandbox = ? and guide.deleted_at is null and studio.status = 'active'`;

/** The guide in the caller's world (sandbox or not), or undefined. One round trip, no entity: this is a hot path. */
export async function findBookableGuide(
  em: EntityManager,
  guideId: string,
  sandbox: boolean,
): Promise<BookableGuide | undefined> {
  const [guide] = await em.execute<BookableGuide[]>(BOOKABLE_GUIDE, [guideId, sandbox]);
  return guide;
}
