import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Guide, GuidePhoto } from '../../../db/entities/index.ts';
import { createStudioWorld, type StudioWorld } from './world.ts';

let world: StudioWorld;
beforeAll(async () => {
  world = await createStudioWorld();
});
afterAll(() => world.close());

const uint32 = (number: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
};
/** A grey picture that says it is so large, with further chunks. */
function png(width = 32, height = 24, ...more: Buffer[]): Buffer {
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc(25 * 33));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const segment = (marker: number, data: string | Buffer) => {
  const body = Buffer.from(data);
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
};
/** Not a picture that could be shown: its parts are those of one. */
function jpeg(...more: Buffer[]): Buffer {
  const frame = segment(0xc0, Buffer.from([8, 0, 24, 0, 32, 1, 1, 0x11, 0]));
  const scan = Buffer.concat([
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]),
  ]);
  const parts = [Buffer.from([0xff, 0xd8]), segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), ...more];
  return Buffer.concat([...parts, frame, scan, Buffer.from([0xff, 0xd9])]);
}
const riffChunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
};
function webp(...chunks: Buffer[]): Buffer {
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}
const VP8L = riffChunk('VP8L', Buffer.from([0x2f, 31, 0xc0, 5, 0, 0, 0]));

const upload = (guideId: string, payload: Buffer, type = 'image/png', options = {}) =>
  world.own('POST', `guides/${guideId}/photo`, { payload, headers: { 'content-type': type }, ...options });
const detail = async (guideId: string) => (await world.trade('GET', `guide/detail/${guideId}`)).json().data;
/** From the API, as an agency's page loads it. */
const load = (url: string) => world.api.app.inject({ url: new URL(url).pathname });
const refusal = async (payload: Buffer, type?: string) => {
  const answer = (await upload(await world.newGuide(), payload, type)).json();
  return [answer.code, answer.data?.details?.[0]?.reason];
};

describe('a picture', () => {
  test('becomes the cover, and everybody loads it at an address that never changes', async () => {
    const first = { url: 'https://images.example.com/1.jpg', caption: 'Alfama' };
    const guideId = await world.newGuide({ photos: [first] });
    const { url } = (await upload(guideId, png())).json().data;
    expect(url).toMatch(/^https:\/\/api\.guidepost\.example\/photos\/[\w-]{43}$/);
    expect((await detail(guideId)).photos).toEqual([{ url }, first]);
    const answer = await load(url);
    expect(answer.rawPayload).toEqual(png());
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await world.console.app.inject({ url: new URL(url).pathname })).rawPayload).toEqual(png());
  });

  test('that is uploaded twice is there once; one that is shown no longer goes with the next upload', async () => {
    const guideId = await world.newGuide();
    const { url } = (await upload(guideId, png())).json().data;
    expect((await upload(guideId, png())).json().data.url).toBe(url);
    expect((await detail(guideId)).photos).toEqual([{ url }]);
    await world.trade('PUT', `guide/update/${guideId}`, { payload: { photos: [] } });
    await upload(guideId, png(40, 40));
    expect(await world.api.orm.em.fork().count(GuidePhoto, { guideId })).toBe(1);
    expect((await load(url)).statusCode).toBe(404);
  });

  test('keeps its place when the guide is saved with it, also where this platform is reached by http', async () => {
    const guideId = await world.newGuide({ photos: [{ url: 'http://127.0.0.1:8080/photos/x' }] });
    const photos = [{ url: 'http://127.0.0.1:8080/photos/x', caption: 'Me' }];
    expect((await world.trade('PUT', `guide/update/${guideId}`, { payload: { photos } })).json().code).toBe(
      200,
    );
    const others = [{ url: 'http://127.0.0.1:8080/photos/y' }];
    expect(
      (await world.trade('PUT', `guide/update/${guideId}`, { payload: { photos: others } })).json().code,
    ).toBe(40001);
  });
});

describe('what is not the picture is not kept', () => {
  const stored = async (bytes: Buffer, type: string) => {
    const { url } = (await upload(await world.newGuide(), bytes, type)).json().data;
    const answer = await load(url);
    expect(answer.headers['content-type']).toBe(type);
    return answer.rawPayload;
  };

  test('of a JPEG: EXIF with the place, XMP, comments, and what comes behind its end', async () => {
    const exif = segment(0xe1, 'Exif\0\0GPS 38.7139 -9.1334');
    const xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<owner>Ana</owner>');
    const secret = Buffer.concat([jpeg(exif, xmp, segment(0xfe, 'by Ana')), Buffer.from('a film behind it')]);
    expect(await stored(secret, 'image/jpeg')).toEqual(jpeg());
  });

  test('of a PNG: EXIF, texts, the time, and the other pictures of an animation', async () => {
    const secret = [
      chunk('eXIf', Buffer.from('GPS')),
      chunk('tEXt', Buffer.from('Author\0Ana')),
      chunk('tIME', Buffer.alloc(7)),
    ];
    const gamma = chunk('gAMA', uint32(45_455));
    const bytes = Buffer.concat([png(32, 24, gamma, ...secret), Buffer.from('PK more')]);
    expect(await stored(bytes, 'image/png')).toEqual(png(32, 24, gamma));
  });

  test('of a WebP: EXIF and XMP, and the bits that announce them', async () => {
    const head = (flags: number) => riffChunk('VP8X', Buffer.from([flags, 0, 0, 0, 31, 0, 0, 23, 0, 0]));
    const secret = webp(
      head(0x0c),
      VP8L,
      riffChunk('EXIF', Buffer.from('GPS')),
      riffChunk('XMP ', Buffer.from('Ana')),
    );
    expect(await stored(secret, 'image/webp')).toEqual(webp(head(0), VP8L));
  });
});

describe('refused is', () => {
  test('what is none, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await refusal(svg)).toEqual([40001, 'wrong_format']);
    expect(await refusal(Buffer.from('GIF89a........'), 'image/jpeg')).toEqual([40001, 'wrong_format']);
    expect(await refusal(Buffer.from('%PDF-1.7'))).toEqual([40001, 'wrong_format']);
    expect((await refusal(svg, 'image/svg+xml'))[0]).toBe(41500);
  });

  test('what is broken off, at every byte', async () => {
    const whole = [png(), jpeg(), webp(VP8L)];
    const guideId = await world.newGuide();
    for (const bytes of whole) {
      for (let length = 1; length < bytes.length; length += 7) {
        const answer = (await upload(guideId, bytes.subarray(0, length))).json();
        expect([length, answer.code]).toEqual([length, 40001]);
      }
    }
  });

  test('what would be too large when it is unpacked, and what is too small to see', async () => {
    expect(await refusal(png(60_000, 60_000))).toEqual([40001, 'out_of_range']);
    expect(await refusal(png(8_000, 5_001))).toEqual([40001, 'out_of_range']);
    expect(await refusal(png(1, 1))).toEqual([40001, 'out_of_range']);
    const canvas = riffChunk('VP8X', Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
    expect(await refusal(webp(canvas, VP8L), 'image/webp')).toEqual([40001, 'out_of_range']);
  });

  test('what is no picture by its type, whatever is in it: an object, a form, nothing at all', async () => {
    const guideId = await world.newGuide();
    const send = async (type: string, payload: string) =>
      (await upload(guideId, Buffer.from(payload), type)).json().code;
    expect(await send('application/json', '{}')).toBe(41500);
    expect(await send('application/json', '')).toBe(41500);
    expect(await send('multipart/form-data; boundary=b', '--b--')).toBe(41500);
    const bare = await world.own('POST', `guides/${guideId}/photo`, {});
    expect(bare.json().code).toBe(40001);
  });

  test('what has more than five mebibytes', async () => {
    const answer = await upload(await world.newGuide(), Buffer.alloc(5 * 1_024 * 1_024 + 1));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
  });

  test("another studio's guide, a role that may only read, and a guide that has changed", async () => {
    const guideId = await world.newGuide();
    expect((await upload(guideId, png(), 'image/png', { as: world.stranger })).json().code).toBe(40003);
    expect((await upload(guideId, png(), 'image/png', { as: world.reader })).json().data.reason).toBe(
      'role_forbids',
    );
    const headers = { 'content-type': 'image/png', 'if-match': '"7"' };
    expect(
      (await world.own('POST', `guides/${guideId}/photo`, { payload: png(), headers })).json().code,
    ).toBe(41201);
    expect((await world.api.orm.em.fork().findOneOrFail(Guide, { id: guideId })).photos).toEqual([]);
  });
});
