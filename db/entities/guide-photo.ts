import { defineEntity, p } from '@mikro-orm/core';
import { PHOTO_TYPES } from '../../domain/photo.ts';
import { Guide } from './guide.ts';

/** A picture that a studio uploaded; the guide's `photos` have its address. Never changed: another picture has another id. */
const GuidePhotoSchema = defineEntity({
  name: 'GuidePhoto',
  tableName: 'guide_photo',
  indexes: [{ properties: ['guideId'] }],
  properties: {
    /** Part of its address; made from what is in it (domain/photo.ts). */
    id: p.string().length(43).primary(),
    guideId: () => p.manyToOne(Guide).mapToPk().fieldName('guide_id'),
    type: p.enum(PHOTO_TYPES),
    /** Without what a camera writes beside the picture: place, time, owner. */
    bytes: p.blob(),
    width: p.integer(),
    height: p.integer(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class GuidePhoto extends GuidePhotoSchema.class {}
GuidePhotoSchema.setClass(GuidePhoto);
