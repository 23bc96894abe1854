import type { CursorSeal } from '../../services/lists/sealed-cursor.ts';
import type { AvailabilityService } from './availability.ts';
import type { BookingService } from './bookings/index.ts';
import type { Catalogue } from './catalogue.ts';

/** What OCTO's operations need. */
export interface OctoServices {
  readonly publicBaseUrl: string;
  readonly catalogue: Catalogue;
  readonly availability: AvailabilityService;
  /** Without it, there are no bookings. */
  readonly bookings: BookingService | undefined;
  readonly cursors: CursorSeal;
}
