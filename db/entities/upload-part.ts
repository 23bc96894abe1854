import { defineEntity, p } from '@mikro-orm/core';

/** Some bytes of a file that is on its way, encrypted: once it is whole they become parts of a stored file; what never is, goes after an hour. */
const UploadPartSchema = defineEntity({
  name: 'UploadPart',
  tableName: 'upload_part',
  properties: {
    uploadId: p.uuid().primary(),
    /** From 0. */
    number: p.integer().primary(),
    contentEncrypted: p.text().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class UploadPart extends UploadPartSchema.class {}
UploadPartSchema.setClass(UploadPart);
