/**
 * Pictures that are uploaded: which are allowed, and what is kept of them. A picture is taken apart only as far as its
 * container: nothing is decoded here, so none can be a bomb. What a camera writes beside it (EXIF with the place, XMP,
 * comments, previews, whatever comes behind the end) is not kept.
 */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export const MAX_PHOTO_BYTES = 5 * 1_024 * 1_024;
/** The most pixels of each side, and in all: 160 MB where a browser shows it. */
const PHOTO_SIDES = { min: 16, max: 8_000 } as const;
const MAX_PHOTO_PIXELS = 40_000_000;

export interface BarePhoto {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<BarePhoto, 'width' | 'height'>;

/** Without anything but the picture. Undefined where it is broken off, animated, or none of that type. */
export function barePhoto(type: PhotoType, bytes: Uint8Array): BarePhoto | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return BARE[type](bytes, view);
  } catch (error) {
    // Something says that it is longer than what is there.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether it can be shown everywhere. */
export function isPhotoSize({ width, height }: Size): boolean {
  const sides = [width, height];
  const isWithin = sides.every((side) => side >= PHOTO_SIDES.min && side <= PHOTO_SIDES.max);
  return isWithin && width * height <= MAX_PHOTO_PIXELS;
}

type Bare = (bytes: Uint8Array, view: DataView) => BarePhoto | undefined;

/** PNG, 11.2 and 11.3: the picture, and how its colours are meant. */
const PNG_CHUNKS = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
];

const barePng: Bare = (bytes, view) => {
  const parts = [slice(bytes, 0, 8)];
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const type = ascii(bytes, at + 4);
    const end = at + 12 + length;
    if (at === 8 && type !== 'IHDR') return undefined;
    if (PNG_CHUNKS.includes(type)) parts.push(slice(bytes, at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return { bytes: joined(parts), width: view.getUint32(16), height: view.getUint32(20) };
};

const JPEG = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  comment: 0xfe,
  app0: 0xe0,
  icc: 0xe2,
  adobe: 0xee,
  app15: 0xef,
} as const;

const bareJpeg: Bare = (bytes, view) => {
  const parts = [slice(bytes, 0, 2)];
  let size: Size | undefined;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Any number of them may come before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG.end) {
      parts.push(slice(bytes, at, at + 2));
      break;
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (isFrame(marker)) size ??= { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const next = marker === JPEG.scan ? endOfScan(view, end) : end;
    if (isOfPicture(marker, bytes, at)) parts.push(slice(bytes, at, next));
    at = next;
  }
  return size && { bytes: joined(parts), ...size };
};

/** Its size is in it. The others of that range are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isOfPicture(marker: number, bytes: Uint8Array, at: number): boolean {
  if (marker === JPEG.icc) return ascii(bytes, at + 4) === 'ICC_';
  if (marker === JPEG.app0) return ascii(bytes, at + 4) === 'JFIF';
  if (marker === JPEG.adobe) return ascii(bytes, at + 4) === 'Adob';
  return marker !== JPEG.comment && (marker < JPEG.app0 || marker > JPEG.app15);
}

/** Where the next marker is: a zero or a restart behind 0xff belongs to the picture. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const marker = view.getUint8(at + 1);
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
  }
}

/** VP8X says by bits what else there is. */
const WEBP_EXIF_OR_XMP = 0x0c;

const bareWebp: Bare = (bytes, view) => {
  const parts: Uint8Array[] = [];
  const sizes: Size[] = [];
  let isPicture = false;
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true));
  for (let at = 12; at < end; ) {
    const type = ascii(bytes, at);
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (type === 'ANIM' || type === 'ANMF') return undefined;
    const size = WEBP_SIZES[type]?.(view, at + 8);
    if (size !== undefined) {
      sizes.push(size);
      isPicture ||= type !== 'VP8X';
    }
    if (size !== undefined || type === 'ALPH' || type === 'ICCP')
      parts.push(webpChunk(type, slice(bytes, at, next)));
    at = next;
  }
  if (!isPicture) return undefined;
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  return { bytes: riff(parts), width, height };
};

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

/** RFC 9649, 2.5 to 2.7. */
const WEBP_SIZES: Readonly<Record<string, (view: DataView, at: number) => Size>> = {
  VP8X: (view, at) => ({ width: uint24(view, at + 4) + 1, height: uint24(view, at + 7) + 1 }),
  'VP8 ': (view, at) => ({
    width: view.getUint16(at + 6, true) & 0x3fff,
    height: view.getUint16(at + 8, true) & 0x3fff,
  }),
  VP8L: (view, at) => {
    const bits = view.getUint32(at + 1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
};

function webpChunk(type: string, chunk: Uint8Array): Uint8Array {
  if (type !== 'VP8X') return chunk;
  const bare = chunk.slice();
  bare[8]! &= ~WEBP_EXIF_OR_XMP;
  return bare;
}

function riff(chunks: readonly Uint8Array[]): Uint8Array {
  const body = joined(chunks);
  const head = new TextEncoder().encode('RIFF____WEBP');
  new DataView(head.buffer).setUint32(4, body.length + 4, true);
  return joined([head, body]);
}

const BARE: Readonly<Record<PhotoType, Bare>> = {
  'image/jpeg': bareJpeg,
  'image/png': barePng,
  'image/webp': bareWebp,
};

/** @throws RangeError where less is there. */
function slice(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to > bytes.length) throw new RangeError('broken off');
  return bytes.subarray(from, to);
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
