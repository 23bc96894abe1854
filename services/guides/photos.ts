import { createHash } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { fileTypeFromBuffer } from 'file-type';
import { GuidePhoto } from '../../db/entities/index.ts';
import { type InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import { MAX_PHOTOS } from '../../domain/guide.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { type BarePhoto, barePhoto, isPhotoSize, PHOTO_TYPES, type PhotoType } from '../../domain/photo.ts';
import { recordAudit } from '../audit.ts';
import { refuseStale } from './entity-tags.ts';
import { findOwnGuide, lockOwnGuide, refuseOthers, saveGuide } from './own-guide.ts';

export interface StoredPhoto {
  readonly type: PhotoType;
  readonly bytes: Buffer;
}

/** Pictures that studios upload, and everybody sees. */
export function createGuidePhotos({
  orm,
  now,
  publicBaseUrl,
}: {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly publicBaseUrl: string;
}) {
  const addressOf = (id: string) => `${publicBaseUrl}/photos/${id}`;
  return {
    async read(id: string): Promise<StoredPhoto | undefined> {
      const photo = await orm.em.fork().findOne(GuidePhoto, { id });
      return photo ? { type: photo.type, bytes: Buffer.from(photo.bytes) } : undefined;
    },
    /**
     * Makes it the guide's cover; the others come behind it. Uploaded pictures that the guide shows no longer are deleted.
     * Nothing is read before the guide is known to be the caller's.
     * @returns its address. @throws InvalidParameter, and what `lockOwnGuide` and `refuseStale` do.
     */
    async add(
      caller: CallingMerchant,
      own: { readonly guideId: string; readonly ifMatch?: string | undefined },
      readPicture: () => Promise<Uint8Array>,
    ): Promise<string> {
      refuseOthers(caller);
      const { guideId } = own;
      await findOwnGuide(orm.em.fork(), caller, guideId);
      const { type, ...photo } = await checked(await readPicture());
      const id = createHash('sha256').update(`${guideId}\n${type}\n`).update(photo.bytes).digest('base64url');
      const url = addressOf(id);
      await orm.em.fork().transactional(async (em) => {
        const guide = await lockOwnGuide(em, caller, guideId);
        refuseStale(guide, own.ifMatch);
        const others = guide.photos.filter((other) => other.url !== url);
        if (others.length >= MAX_PHOTOS)
          throw refusal('limit_reached', `a guide has at most ${MAX_PHOTOS} photos`);
        guide.photos = [{ url }, ...others];
        await saveGuide(em, guide, now());
        const shown = guide.photos.map((one) => one.url.slice(one.url.lastIndexOf('/') + 1));
        await em.nativeDelete(GuidePhoto, { guideId, id: { $nin: shown } });
        await em.upsert(
          GuidePhoto,
          { id, guideId, type, ...photo, bytes: Buffer.from(photo.bytes), createdAt: now() },
          { onConflictAction: 'ignore' },
        );
        await recordAudit(em, caller, { action: 'guide.photo_added', subject: `guide:${guideId}` });
      });
      return url;
    },
  };
}
export type GuidePhotos = ReturnType<typeof createGuidePhotos>;

/** Detects the type by the content, not by the name. @throws InvalidParameter */
async function checked(bytes: Uint8Array): Promise<BarePhoto & { readonly type: PhotoType }> {
  const found = await fileTypeFromBuffer(bytes);
  const type = PHOTO_TYPES.find((known) => known === found?.mime);
  if (type === undefined) throw refusal('wrong_format', 'must be a JPEG, PNG or WebP picture');
  const photo = barePhoto(type, bytes);
  if (photo === undefined) throw refusal('wrong_format', 'is broken off, or no still picture');
  if (!isPhotoSize(photo)) {
    throw refusal('out_of_range', 'must have sides of 16 to 8,000 pixels, and at most 40 million in all');
  }
  return { type, ...photo };
}

function refusal(reason: 'limit_reached' | 'out_of_range' | 'wrong_format', msg: string): InvalidParameter {
  return invalidParameter('body', reason, msg);
}
