/** What a browser shows of notices when the console is closed: written by a job, read by the console's service worker. */
export interface PushMessage {
  readonly title: string;
  /** Lines; maybe empty. */
  readonly body: string;
  /** BCP 47. */
  readonly lang: string;
  /** A later message of the same tag takes the place of an earlier one. */
  readonly tag: string;
  /** The console's page that shows it. */
  readonly path: string;
  /** A page that answers a request, without a sign-in. */
  readonly answer?: { readonly label: string; readonly path: string };
  /** How many notices are unread; for the program's icon. */
  readonly unread: number;
}

/** A browser's subscription at its push service (RFC 8030, RFC 8291). */
export interface PushSubscription {
  readonly endpoint: string;
  /** Its public key, base64url: an uncompressed point of P-256. */
  readonly p256dh: string;
  /** 16 bytes, base64url. */
  readonly auth: string;
  /** Our public key that it was made with, base64url. */
  readonly serverKey: string;
}

/** What shows notices as they come: a browser, or a chat that takes messages at an address. */
export const DEVICE_KINDS = ['browser', 'chat'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Of one kind and one person; the oldest one makes room. */
export const PUSH_DEVICES = 10;
/** Seconds between two messages about one company to one device: the second has all that came meanwhile. */
export const PUSH_EVERY_SECONDS = 60;
/** A push service keeps a message for a device that is off, and a job tries a push service again, for so long. */
export const PUSH_HOURS = 24;
